// Types of story-pictures.mjs for vite.config.ts.

import type { Plugin } from 'vite';

export function storyPicturesPlugin(): Plugin;
