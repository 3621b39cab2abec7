import { holdStory } from './gate.ts';

holdStory('page-lists');
