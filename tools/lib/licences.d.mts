import type { Plugin } from 'vite';

export function licences(options: { readonly isPage: boolean }): Plugin;
