// The entry of the page: styles, then the shell. Nothing is decided here.

import '../ui/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { wearTheme } from './theme.ts';

wearTheme();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
