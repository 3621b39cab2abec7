// The scheduling domains of a CPU on a stage: one core for all views, loaded on the first request.

import { openDomains } from '../../engine/domains/browser.ts';
import { oncePerStage } from '../../stage/once.ts';

/** What it rejects with is meant for a reader; another call then tries again. */
export const domainsOn = oncePerStage(openDomains);
