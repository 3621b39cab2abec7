// The entry of the page: styles, then the place that the address names. Nothing is decided here.

import '../ui/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { wearTheme } from '../stage/theme.ts';
import { firstPage, Page } from './Page.tsx';

wearTheme();
// From here on what goes wrong is told by the page itself, not by public/frame.js.
document.getElementById('first')?.setAttribute('data-begun', '');

function begin(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}

/** ms: a page that is never drawn (in a frame out of sight, say) starts all the same. */
const longestWait = 1_000;

/** Settles when the first words (index.html) are on the screen; at once where nobody sees the page. */
const painted = new Promise<unknown>((resolve) => {
  // The second picture is asked for when the first has been handed over.
  requestAnimationFrame(() => requestAnimationFrame(resolve));
  setTimeout(resolve, document.hidden ? 0 : longestWait);
});

// Nothing of it could be drawn sooner.
void Promise.all([painted, firstPage]).then(begin);
