import type { Plugin } from 'vite';

export function unusedAccessors(): Plugin;
