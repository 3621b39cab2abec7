// The table of the report that comes with the program. It is small; the report itself is not loaded for it.

import content from '../../../scenarios/fidelity/error-bars.json' with { type: 'json' };
import { type Asked, type ErrorBar, type ErrorTable, errorBar } from './table.ts';

export const shippedErrors = content as unknown as ErrorTable;

export const shippedBar = (asked: Asked): ErrorBar | undefined => errorBar(shippedErrors, asked);
