// Notices files that are dropped on the page, from the first moment on: a browser leaves the page for a file that
// is not taken. open-file.ts, which is loaded only then, reads them.

/** True where files may be dropped: not inside a foreign page. */
const isOwnPage = (): boolean => window.parent === window;

/** Calls back with a file that is dropped on the page, until `signal` says to stop. */
export function listenForDrops(
  page: Document,
  take: (file: File) => void,
  signal: AbortSignal,
): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const over = (event: DragEvent) => {
    if (holdsFiles(event)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const [dropped] = event.dataTransfer?.files ?? [];
    if (!dropped) return;
    event.preventDefault();
    take(dropped);
  };
  if (isOwnPage()) {
    page.addEventListener('dragover', over, { signal });
    page.addEventListener('drop', drop, { signal });
  }
}
