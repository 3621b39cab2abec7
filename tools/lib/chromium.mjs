// Finds a Chromium to test in. It never downloads one.

import { which } from './run.mjs';

const usual = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROME_PATH, or the first browser at a usual place, or undefined. */
export const findChromium = () => process.env.CHROME_PATH || which(...usual);

/** The same as Playwright's option; nothing where there is none, and Playwright says so. */
export function usualBrowser() {
  const executablePath = findChromium();
  return executablePath ? { executablePath } : {};
}
