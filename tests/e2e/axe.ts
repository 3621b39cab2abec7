// What breaks the rules of accessibility, by axe. Only that: to say of each of thousands of elements that keeps them
// where it stands takes longer than to find that it does.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Looks at the page in one go. The other way opens a page of its own for frames of other origins; here are none. */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
