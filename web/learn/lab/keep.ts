// The progress in a lab, kept in this browser. A storage may be full, forbidden or written by another program: an
// entry that fails the checks is ignored.

import { seedOf } from '../../scenario/lab/lab.ts';
import type { Lab } from '../../scenario/lab/lab-schema.ts';
import {
  checkSheet,
  parseSheet,
  type Sheet,
  type SheetAnswer,
  sheetFormat,
  sheetVersion,
} from '../../scenario/lab/sheet.ts';

const key = (lab: string): string => `schedscape.lab.${lab}`;

/** A sheet with nothing on it. */
export const newSheet = (lab: string, course: string, name: string): Sheet => ({
  format: `${sheetFormat}/${sheetVersion}`,
  lab,
  course: course.trim(),
  name: name.trim(),
  seed: seedOf(lab, course, name),
  answers: {},
});

export const withAnswer = (sheet: Sheet, id: string, answer: SheetAnswer): Sheet => ({
  ...sheet,
  answers: { ...sheet.answers, [id]: answer },
});

/** The sheet that was kept; undefined: none that is one of this lab. */
export function keptSheet(name: string, lab: Lab): Sheet | undefined {
  try {
    const sheet = parseSheet(window.localStorage.getItem(key(name)) ?? '');
    if (sheet.lab !== name) return undefined;
    checkSheet(sheet, lab);
    return sheet;
  } catch {
    return undefined;
  }
}

/** False where this browser keeps nothing: the sheet then lives as long as the page. */
export function keepSheet(name: string, sheet: Sheet | undefined): boolean {
  try {
    if (sheet) window.localStorage.setItem(key(name), JSON.stringify(sheet));
    else window.localStorage.removeItem(key(name));
    return true;
  } catch {
    return sheet === undefined;
  }
}
