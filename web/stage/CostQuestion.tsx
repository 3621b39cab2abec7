// The question before a long computation. In a place of its own beside the app, because it may be asked before
// there is a scene.

import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons, type DialogHandle } from '../ui/Dialog.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import styles from './CostQuestion.module.css';

const words = {
  title: 'A long computation',
  run: 'Run it',
  leave: 'Do not run it',
} as const;

interface CostQuestionProps {
  readonly text: string;
  readonly onAnswer: (isWanted: boolean) => void;
}

function CostQuestion({ text, onAnswer }: CostQuestionProps) {
  const dialog = useRef<DialogHandle>(null);
  const isWanted = useRef(false);
  const run = () => {
    isWanted.current = true;
    dialog.current?.close();
  };
  return (
    <Dialog
      name={words.title}
      handle={dialog}
      className={styles.dialog}
      onClose={() => onAnswer(isWanted.current)}
    >
      <p>{unbroken(text)}</p>
      <DialogButtons>
        <Button onClick={() => dialog.current?.close()}>{words.leave}</Button>
        <Button onClick={run}>{words.run}</Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Whether a person wants the computation that `text` tells of; closing the question is a no. */
export function askForRun(text: string): Promise<boolean> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    root.render(
      <CostQuestion
        text={text}
        onAnswer={(isWanted) => {
          root.unmount();
          place.remove();
          resolve(isWanted);
        }}
      />,
    );
  });
}
