// The entry of the page: styles, then the shell. Nothing is decided here.

import '../ui/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { wearTheme } from './theme.ts';

wearTheme();

function begin(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** Settles when the first words (index.html) are on the screen; at once where nobody sees the page. */
const painted = new Promise<unknown>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 100);
});

void painted.then(begin);
