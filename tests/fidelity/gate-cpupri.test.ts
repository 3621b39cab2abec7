import { holdStory } from './gate.ts';

holdStory('cpupri');
