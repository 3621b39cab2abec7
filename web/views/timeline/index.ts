// The Timeline view's public face; nothing else of this folder is imported from outside.

export { TimelineKey } from './TimelineKey.tsx';
export { TimelineView } from './TimelineView.tsx';
export type {
  Range,
  Span,
  TimelineMemory,
  TimelineNames,
  TimelineSelection,
  TimelineSource,
  TimelineViewProps,
} from './types.ts';
