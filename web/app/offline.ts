// Has the page kept for when there is no network, and says when a newer one has come. Fetched after the first picture, and
// only where the host brings the worker for it: on any other nothing is different.

import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { UpdateBar } from './UpdateBar.tsx';

/** Where the build put it; undefined where it left it out. */
const workerFile = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name=offline]')?.content;

/** Shows that a newer version waits, and lets it take over on request. */
function offer(waiting: ServiceWorker): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  const take = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
    waiting.postMessage('take over');
  };
  root.render(createElement(UpdateBar, { onTake: take, onLater: close }));
}

/** Marks the page as usable without a network: all its files are kept now. */
function tellKept(): void {
  document.documentElement.dataset.offline = 'ready';
}

/** Where something between page and browser blocks such workers there is no registration, and no refusal either. */
function watch(registration: ServiceWorkerRegistration | undefined): void {
  if (!registration) return;
  const { serviceWorker } = navigator;
  if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && serviceWorker.controller) offer(coming);
    });
  });
  void serviceWorker.ready.then(tellKept);
}

/** Never rejects: without it the page works as before. */
export async function keepForOffline(): Promise<void> {
  const file = workerFile();
  if (!file || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(file, { updateViaCache: 'none' }).then(watch, () => {});
}
