// Finds a Firefox for the smoke test in a second engine. It never downloads one.

import { which } from './run.mjs';

const usual = ['firefox', 'firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** FIREFOX_PATH, or the first Firefox at a usual place, or undefined. */
export const findFirefox = () => process.env.FIREFOX_PATH || which(...usual);
