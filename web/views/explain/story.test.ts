import { describe, expect, it } from 'vitest';
import type {
  BalanceFacts,
  Catalog,
  DecisionStep,
  DecisionStory,
  Explain,
} from '../../engine/types.ts';
import { partsOf } from './markup.ts';
import { nearness, storyOf } from './story.ts';
import { span } from './words.ts';

const reasons = {
  free: 'the previous CPU runs nothing this task must wait for',
  found: 'a CPU of lower level was found',
  none: 'no allowed CPU has a lower level: the task stays on its previous CPU',
  walk: 'the walk over overloaded CPUs is started',
  empty: "the CPU's list was empty",
  moved: 'tasks were moved',
  spare: 'the groups have nearly equally many idle CPUs',
  hot: 'the task ran a moment ago: its cache is warm',
  groups: 'the groups of the domain were summed up',
  sibling: 'the own group has CPUs to spare and fewer tasks than its sibling',
  wanted: 'something is to be moved',
  source: 'a CPU of the busiest group was chosen to take from',
  first: 'another CPU of the group balances for all of it',
  calm: 'no CPU has more than one task',
  ghost: 'the CPU named is a ghost of that level: the task stays',
