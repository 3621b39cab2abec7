// What may come when the browser has nothing more urgent to do.

/** Calls back when there is time, or after a second at the latest (Safari does not say). Returns the way to stop. */
export function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = window.requestIdleCallback(callback, { timeout: 1_000 });
    return () => window.cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, 200);
  return () => clearTimeout(timer);
}
