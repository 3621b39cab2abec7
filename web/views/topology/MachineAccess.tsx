// What stands beside a picture: the key under it, and the ways into it other than seeing it, the grid for
// hands and keys and the table for screen readers. Comes after the picture itself, in a chunk of its own.

import type { RefObject } from 'react';
import { CpuGrid, type CpuGridProps } from './CpuGrid.tsx';
import { LaneButton } from './LaneButton.tsx';
import type { Told } from './MachineKey.tsx';
import { MachineTable, type TableUpdate } from './MachineTable.tsx';
import { words } from './words.ts';

export { MachineKey } from './MachineKey.tsx';

export interface MachineAccessProps extends CpuGridProps {
  /** No picture can be drawn: the table is for everybody, and there is no grid over it. */
  readonly failed: boolean;
  readonly table: RefObject<TableUpdate | null>;
  readonly told: RefObject<Told>;
}

export default function MachineAccess({ failed, table, told, ...props }: MachineAccessProps) {
  return (
    <>
      {failed ? null : (
        <>
          <CpuGrid {...props} />
          <LaneButton {...props} />
        </>
      )}
      <MachineTable
        side={props.side}
        caption={failed ? words.undrawn(props.side) : words.tree(props.side)}
        catalog={props.catalog}
        visible={failed}
        update={table}
        told={told}
      />
    </>
  );
}
