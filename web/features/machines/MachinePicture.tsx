// The shape of a machine before anything runs on it: sockets, in them nodes, in them last-level caches with their CPUs as
// counts. No stage, no times.

import type { Machine } from '../../scenario/index.ts';
import { machinePicker as words } from '../../stage/start-words.ts';
import styles from './MachinePicture.module.css';

/** Sockets drawn; of larger machines the rest is said as a number. */
const SOCKETS = 8;

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

export function MachinePicture({ machine }: { readonly machine: Machine }) {
  const { package: sockets } = machine;
  const all = machine.core.map((_, cpu) => cpu);
  const shown = unique(sockets).slice(0, SOCKETS);
  return (
    <div className={styles.machine} role="img" aria-label={words.picture}>
      {shown.map((socket) => (
        <Part key={socket} name={words.socket(socket)} className={styles.socket}>
          <Nodes machine={machine} cpus={all.filter((cpu) => sockets[cpu] === socket)} />
        </Part>
      ))}
      {machine.packages > SOCKETS && <span>+{machine.packages - SOCKETS}</span>}
    </div>
  );
}

function Nodes({ machine, cpus }: { readonly machine: Machine; readonly cpus: readonly number[] }) {
  const { node: nodes, llc: caches } = machine;
  return unique(cpus.map((cpu) => nodes[cpu]!)).map((node) => {
    const local = cpus.filter((cpu) => nodes[cpu] === node);
    return (
      <Part key={node} name={words.node(node)} className={styles.node}>
        {unique(local.map((cpu) => caches[cpu]!)).map((llc) => (
          <span key={llc} className={styles.llc}>
            {words.cpusOf(local.filter((cpu) => caches[cpu] === llc).length)}
          </span>
        ))}
      </Part>
    );
  });
}

function Part({
  name,
  className,
  children,
}: {
  readonly name: string;
  readonly className: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={className}>
      <small>{name}</small>
      <div className={styles.inside}>{children}</div>
    </div>
  );
}
