// Hears of the size of elements.

/** Calls back whenever the size of one of the elements changes; returns how to stop. */
export function watchSize(elements: readonly Element[], callback: () => void): () => void {
  const observer = new ResizeObserver(callback);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}
