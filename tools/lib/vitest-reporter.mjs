// Vitest's report as JSON, with what it leaves out: how many errors there were outside of all tests, which end a run with
// exit code 1 and are no test's failure. What the report means is the business of vitest-report.mjs.

import { JsonReporter } from 'vitest/node';

export default class WithErrors extends JsonReporter {
  #unhandledErrors;

  onTestRunEnd(modules, unhandledErrors, reason) {
    this.#unhandledErrors = unhandledErrors.length;
    return super.onTestRunEnd(modules, unhandledErrors, reason);
  }

  writeReport(report) {
    const unhandledErrors = this.#unhandledErrors;
    return super.writeReport(JSON.stringify({ ...JSON.parse(report), unhandledErrors }));
  }
}
