// Whether a person asks for less motion: asked anew each time, for the answer may change while the page is open.

export const wantsLessMotion = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
