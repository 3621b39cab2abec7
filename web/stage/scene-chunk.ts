// What a scene has a moment after its machines, in one chunk: its keys, its steps and its address.

export { beginSteps, goToStep, leaveStep } from './first-sight.ts';
export { followChoices } from './follow-choices.ts';
export { listenToKeys } from './keys.ts';
export { addressOfStep, stepBeside, stepFrom } from './steps.ts';
