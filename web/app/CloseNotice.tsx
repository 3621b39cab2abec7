// The button that puts a problem away. It comes when there is one.

import type { ReactNode } from 'react';
import { notices as words } from '../stage/messages.ts';
import { choose } from '../stage/store.ts';
import { IconButton } from '../ui/IconButton.tsx';

export default function CloseNotice(): ReactNode {
  return (
    <IconButton name={words.close} icon="close" onPress={() => choose({ notice: undefined })} />
  );
}
