// Begins a talk, where the scenario has shots to walk.

import { topBar } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';
import { choose } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';

export default function PresentButton() {
  if (useSession().shots.length === 0) return null;
  return (
    <Button onClick={() => choose({ presenting: true, shot: undefined })}>{topBar.present}</Button>
  );
}
