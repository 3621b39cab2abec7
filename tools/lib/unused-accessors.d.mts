// Types of unused-accessors.mjs for vite.config.ts.

import type { Plugin } from 'vite';

export function unusedAccessors(): Plugin;
