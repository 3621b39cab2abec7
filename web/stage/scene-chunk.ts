// What a scene has a moment after its machines, in one chunk: its keys, its first steps and its address.

export { goToStep, runFirstSight } from './first-sight.ts';
export { followChoices } from './follow-choices.ts';
export { listenToKeys } from './keys.ts';
export { addressOfStep, stepBeside, stepFrom } from './steps.ts';
