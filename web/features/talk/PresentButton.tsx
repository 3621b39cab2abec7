// Begins a talk of the story on stage, where it has steps to walk.

import { withLazyChunk } from '../../stage/lazy-chunk.ts';
import { topBar } from '../../stage/messages.ts';
import { useSession } from '../../stage/session.ts';
import { Button } from '../../ui/Button.tsx';

export default function PresentButton() {
  const session = useSession();
  if (session.steps.length === 0) return null;
  const present = () =>
    withLazyChunk(topBar.present, async () =>
      (await import('../../stage/talk-run.ts')).presentStory(session),
    );
  return <Button onClick={() => void present()}>{topBar.present}</Button>;
}
