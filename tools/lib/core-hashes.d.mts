import type { Plugin } from 'vite';

export function coreHashes(): Plugin;
export function integrityOf(bytes: Uint8Array): string;
