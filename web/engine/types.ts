// What the engine hands to everybody above it, in one place for the rooms above; within the engine a file imports the
// contract that it needs.

export * from './types/catalog.ts';
export * from './types/engine.ts';
export * from './types/event.ts';
export * from './types/explain.ts';
export * from './types/frame.ts';
export * from './types/measured.ts';
export * from './types/mechanism.ts';
