// What tools/lib/opened-scenarios.mjs puts into the page: every scenario, opened when it was built.

declare module 'virtual:opened-scenarios' {
  /** All there are, in the order in which their chapters are read. */
  const scenarios: readonly typeof import('virtual:first-scenario')['default'][];
  export default scenarios;
}

declare module 'virtual:first-scenario' {
  const scenario: {
    readonly name: string;
    readonly title: string;
    /** What its chapter is called. */
    readonly chapter: string;
    /** Of a JSON file with what content.ts reads: { opened, definitions, steps }. */
    readonly address: string;
  };
  export default scenario;
}
