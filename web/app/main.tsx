// The entry of the page: styles, then the place that the address names. Nothing is decided here.

import '../ui/index.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { wearTheme } from '../stage/theme.ts';
import { firstPage, Page } from './Page.tsx';

wearTheme();
// From here on what goes wrong is told by the page itself, not by public/frame.js.
document.getElementById('first')?.setAttribute('data-begun', '');

function begin(): void {
  const root = createRoot(document.getElementById('root')!);
  // In slices: the first words stand there already, and a phone answers a finger while the page is worked out.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Page />
      </StrictMode>,
    ),
  );
}

/** ms: a page that is never drawn (in a frame out of sight, say) starts all the same. */
const longestWait = 1_000;

/** Settles when the first words (index.html) are on the screen, or at once if the page is hidden. */
const painted = new Promise<unknown>((resolve) => {
  // The second picture is asked for when the first has been handed over.
  requestAnimationFrame(() => requestAnimationFrame(resolve));
  setTimeout(resolve, document.hidden ? 0 : longestWait);
});

/**
 * ms after the first picture: until then runs are computed and played, and keeping hundreds of files takes a fifth of a
 * processor.
 */
const untilKept = 12_000;

/** What the page is made of is kept for when there is no network, where the host lets it. */
const keep = () =>
  setTimeout(
    () =>
      import('./offline.ts').then(
        (kept) => kept.keepForOffline(),
        () => {},
      ),
    untilKept,
  );

// Nothing of it could be drawn sooner.
void Promise.all([painted, firstPage]).then(begin).then(keep);
