import type { FidelityReport } from '../web/scenario/claims/rows.ts';

export interface Made {
  readonly date: string;
  readonly version: string;
}

/** What a report says in which document: name and sentences. */
export function written(report: FidelityReport, made: Made): readonly (readonly [string, string])[];

/** The text with the line between the marks. */
export function withLine(text: string, line: string): string;
