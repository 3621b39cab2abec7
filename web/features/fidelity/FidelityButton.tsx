// Opens the fidelity report. The report itself comes when somebody asks for it.

import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

const FidelityDialog = lazy(() => import('./FidelityDialog.tsx'));

export function FidelityButton({ name }: { readonly name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button data-for="desk" onClick={() => setOpen(true)}>
        {name}
      </Button>
      <Suspense>{open && <FidelityDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
