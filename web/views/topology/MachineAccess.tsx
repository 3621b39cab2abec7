// Other ways into a picture than seeing it: the grid for pointer and keys, and the table for screen readers. Loaded
// after the picture itself, in a chunk of its own.

import type { RefObject } from 'react';
import { AccessQueueButton } from './AccessQueueButton.tsx';
import { CpuGrid, type CpuGridProps } from './CpuGrid.tsx';
import { MachineTable, type TableUpdate } from './MachineTable.tsx';
import type { PictureReport } from './pictures.ts';
import { useMechanismFace } from './use-mechanism-legend.ts';
import { words } from './words.ts';

export interface MachineAccessProps extends Omit<CpuGridProps, 'aside'> {
  /** No picture can be drawn: the table is visible, and there is no grid over it. */
  readonly failed: boolean;
  readonly table: RefObject<TableUpdate | null>;
  readonly told: RefObject<PictureReport>;
}

export default function MachineAccess({ failed, table, told, ...props }: MachineAccessProps) {
  const mechanism = props.mechanism?.name;
  const face = useMechanismFace(mechanism);
  /** What the mechanism has to say of a CPU. */
  const aside = (cpu: number) => {
    const note = face && told.current.notes?.layers[face.name];
    return note === undefined ? undefined : face?.cpu?.(note, cpu);
  };
  return (
    <>
      {failed ? null : (
        <>
          <CpuGrid {...props} aside={aside} />
          {mechanism === undefined && <AccessQueueButton {...props} />}
        </>
      )}
      <MachineTable
        side={props.side}
        caption={failed ? words.undrawn(props.side) : words.tree(props.side)}
        catalog={props.catalog}
        visible={failed}
        update={table}
        told={told}
        mechanism={mechanism}
      />
    </>
  );
}
