// Types of opened-scenarios.mjs for vite.config.ts.

import type { Plugin } from 'vite';

export function openedScenarios(): Plugin;
