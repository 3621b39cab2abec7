// Opens the fidelity report. The report itself is loaded on the first press.

import { lazy, Suspense, useState } from 'react';
import { topBar } from '../../stage/messages.ts';
import { Button } from '../../ui/Button.tsx';

const FidelityDialog = lazy(() => import('./FidelityDialog.tsx'));

export default function FidelityButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {topBar.fidelity}
      </Button>
      <Suspense>{open && <FidelityDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
