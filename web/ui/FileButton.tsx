// The button that opens a file of the reader's own.

import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { FileInput, type FileInputProps } from './FileInput.tsx';

export function FileButton({
  children,
  look = 'plain',
  ...control
}: FileInputProps & Pick<ButtonProps, 'look' | 'children'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <FileInput ref={input} {...control} />
    </>
  );
}
