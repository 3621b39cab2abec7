// Keeps a part that broke from taking the page with it: says so in its place and offers another try.
// React has error boundaries as classes only.

import { Component, type ReactNode } from 'react';
import styles from './Boundary.module.css';
import { Button } from './Button.tsx';
import { isDamaged, isUnfetched, messageOf } from './errors.ts';

const words = {
  broken: (name: string) => `${name} stopped because of a defect in this page.`,
  again: 'Try again',
  unfetched: (name: string) => `${name} could not be loaded: you are offline.`,
  reload: 'Reload the page when it is back',
  damaged: (name: string) => `${name} arrived incomplete.`,
  reloadNow: 'Load the page again',
} as const;

/** What is said of a failure, and what its button does. React keeps what could not be loaded as it is: only
 * another page asks for it again. */
const tellings = {
  unfetched: { said: words.unfetched, remedy: words.reload, isReload: true },
  damaged: { said: words.damaged, remedy: words.reloadNow, isReload: true },
  broken: { said: words.broken, remedy: words.again, isReload: false },
} as const;

function kindOf(thrown: unknown): keyof typeof tellings {
  if (isUnfetched(messageOf(thrown))) return 'unfetched';
  return isDamaged(thrown) ? 'damaged' : 'broken';
}

/** Loads the page again, and all that it has loaded: a browser may have been told to keep half a file for a year. */
async function loadAgain(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const own = loaded.filter((name) => name.startsWith(`${location.origin}/`));
  await Promise.allSettled(own.map((name) => fetch(name, { cache: 'reload' })));
  location.reload();
}

interface BoundaryProps {
  /** What broke, as a person calls it. */
  readonly name: string;
  readonly children: ReactNode;
  /** Where there is no room for it in its place: says what happened and what to do. Nothing is drawn then. */
  readonly tell?: (text: string, remedy?: string) => void;
}

interface BoundaryState {
  readonly failure: { readonly kind: keyof typeof tellings; readonly message: string } | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { kind: kindOf(error), message: messageOf(error) } };
  }

  override componentDidCatch(error: unknown): void {
    const { name, tell } = this.props;
    const { said, remedy, isReload } = tellings[kindOf(error)];
    if (isReload) tell?.(said(name), `${remedy}.`);
    else tell?.(`${said(name)} ${messageOf(error)}`);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { name, children, tell } = this.props;
    if (failure === undefined) return children;
    if (tell) return null;
    const { said, remedy, isReload } = tellings[failure.kind];
    return (
      <div className={styles.broken} role="alert">
        <p>
          <strong>{said(name)}</strong>
        </p>
        <p className={styles.message}>{failure.message}</p>
        <Button
          onClick={() => (isReload ? void loadAgain() : this.setState({ failure: undefined }))}
        >
          {remedy}
        </Button>
      </div>
    );
  }
}
