// What a scene has a moment after its machines, in one chunk: its keys and its first steps.

export { goToStep, runFirstSight } from './first-sight.ts';
export { listenToKeys } from './keys.ts';
export { addressOfStep, stepBeside, stepFrom } from './steps.ts';
