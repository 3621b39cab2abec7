// The types of the engine for all layers above it, in one place; within the engine a file imports the contract that
// it needs.

export * from './types/catalog.ts';
export * from './types/engine.ts';
export * from './types/event.ts';
export * from './types/explain.ts';
export * from './types/frame.ts';
export * from './types/measured.ts';
export * from './types/mechanism.ts';
