// Finds a Chromium to test in, and says how it is begun. It never downloads one.

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

/** What Playwright turns off by itself: of two such lists a browser goes by the last (chromium.test.mjs holds them equal). */
const offAnyway = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Pages of the browser itself, which every window loads ahead for what hangs below an address bar that no test has: a second
 * of processor time a window.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Options of a browser in which only the page under test works. */
export const onlyThePage = [`--disable-features=${[...offAnyway, ...addressBar].join(',')}`];
