import { holdStory } from './gate.ts';

holdStory('split-llc');
