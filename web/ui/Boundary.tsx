// Keeps a part that broke from taking the page with it: says so in its place and offers another try.
// React has error boundaries as classes only.

import { Component, type ReactNode } from 'react';
import styles from './Boundary.module.css';
import { Button } from './Button.tsx';
import { messageOf } from './errors.ts';

const words = {
  broken: (name: string) => `${name} stopped: a defect of this page.`,
  again: 'Try again',
} as const;

interface BoundaryProps {
  /** What broke, as a person calls it. */
  readonly name: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: string | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: messageOf(error) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <div className={styles.broken} role="alert">
        <p>
          <strong>{words.broken(this.props.name)}</strong>
        </p>
        <p className={styles.message}>{failure}</p>
        <Button onClick={() => this.setState({ failure: undefined })}>{words.again}</Button>
      </div>
    );
  }
}
