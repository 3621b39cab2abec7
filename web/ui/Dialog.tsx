// A native modal dialog that opens itself: the browser keeps the focus inside, closes it on Escape and gives the
// focus back. The component that shows it removes it in `onClose`.

import {
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import styles from './Dialog.module.css';

export interface DialogHandle {
  /** Closes it as Escape does; `onClose` follows. */
  readonly close: () => void;
}

export interface DialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly handle?: Ref<DialogHandle> | undefined;
  /** While it is busy Escape does not close it. */
  readonly busy?: boolean;
  /** Where the name stands in the dialog; without it the dialog begins with it. */
  readonly heading?: 'first' | 'own';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { name, onClose, handle, busy, heading = 'first', className, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useImperativeHandle(handle, () => ({ close: () => dialog.current?.close() }), []);
  // Before any effect inside that moves the focus: opening a dialog moves it, too.
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useStaying(dialog, busy ?? false);
  return (
    <dialog
      ref={dialog}
      className={className ? `${styles.dialog} ${className}` : styles.dialog}
      aria-label={heading === 'own' ? name : undefined}
      aria-labelledby={heading === 'first' ? title : undefined}
      aria-busy={busy}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={onClose}
    >
      {heading === 'first' && <h2 id={title}>{name}</h2>}
      {children}
    </dialog>
  );
}

/** While it is busy Escape does nothing; a browser would obey the second one, whatever is said of the first. */
function useStaying(dialog: RefObject<HTMLDialogElement | null>, isBusy: boolean) {
  useLayoutEffect(() => {
    if (!isBusy) return undefined;
    const stay = (event: KeyboardEvent) => {
      // Another dialog may stand in front and may be left.
      const front = event.target instanceof Element && event.target.closest('dialog');
      if (event.key === 'Escape' && (!front || front === dialog.current)) event.preventDefault();
    };
    window.addEventListener('keydown', stay, true);
    return () => window.removeEventListener('keydown', stay, true);
  }, [dialog, isBusy]);
}

/** The buttons at its end. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
