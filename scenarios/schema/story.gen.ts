// Made from ../stories.json by web/scenario/schema.test.ts; see there.

export type Story =
  | 'cpupri'
  | 'page-lists'
  | 'cache-aware'
  | 'split-llc';
