// Opens the fidelity report. The report itself comes when somebody asks for it.

import { lazy, Suspense, useState } from 'react';
import controls from '../../ui/controls.module.css';

const FidelityDialog = lazy(() => import('./FidelityDialog.tsx'));

export function FidelityButton({ name }: { readonly name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={controls.button}
        data-for="desk"
        onClick={() => setOpen(true)}
      >
        {name}
      </button>
      <Suspense>{open && <FidelityDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
