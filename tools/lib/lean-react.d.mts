import type { Plugin } from 'vite';

export function leanReact(client: string): string;
export function leanReactPlugin(): Plugin;
