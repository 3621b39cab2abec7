// Keeps a part that broke from taking the page with it: says so in its place and offers another try.
// React has error boundaries as classes only.

import { Component, type ReactNode } from 'react';
import styles from './Boundary.module.css';
import { Button } from './Button.tsx';
import { isUnfetched, messageOf } from './errors.ts';

const words = {
  broken: (name: string) => `${name} stopped: a defect of this page.`,
  again: 'Try again',
  unfetched: (name: string) => `${name} could not be loaded: the network is gone.`,
  reload: 'Reload the page when it is back',
} as const;

interface BoundaryProps {
  /** What broke, as a person calls it. */
  readonly name: string;
  readonly children: ReactNode;
  /** Where there is no room for it in its place: says what happened and what to do. Nothing is drawn then. */
  readonly tell?: (text: string, remedy?: string) => void;
}

interface BoundaryState {
  readonly failure: string | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: messageOf(error) };
  }

  override componentDidCatch(error: unknown): void {
    const { name, tell } = this.props;
    if (isUnfetched(messageOf(error))) tell?.(words.unfetched(name), `${words.reload}.`);
    else tell?.(`${words.broken(name)} ${messageOf(error)}`);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { name, children, tell } = this.props;
    if (failure === undefined) return children;
    if (tell) return null;
    // React keeps what could not be loaded as it is: only another page asks for it again.
    const isGone = isUnfetched(failure);
    return (
      <div className={styles.broken} role="alert">
        <p>
          <strong>{isGone ? words.unfetched(name) : words.broken(name)}</strong>
        </p>
        <p className={styles.message}>{failure}</p>
        <Button
          onClick={() => (isGone ? location.reload() : this.setState({ failure: undefined }))}
        >
          {isGone ? words.reload : words.again}
        </Button>
      </div>
    );
  }
}
