import type { Plugin } from 'vite';

export function isMade(id: string): boolean;
export const modulesFolder: string;
export function moduleCache(): Plugin;
