import { holdStory } from './gate.ts';

holdStory('cache-aware');
