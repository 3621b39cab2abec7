// Draws a machine by hand: a box a socket, in it its nodes, in them a number of cores for each last-level cache.

import { machinePicker as words } from '../../stage/start-words.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './DrawnMachine.module.css';
import {
  type DrawnPlace,
  type MachineDrawing,
  MOST_CORES,
  MOST_THREADS,
  withCores,
  withOneMore,
  withoutPart,
} from './drawn.ts';
import { words as own } from './drawn-words.ts';

interface Props {
  readonly drawn: MachineDrawing;
  readonly onDrawn: (drawn: MachineDrawing) => void;
}

/** The whole number that was typed, within its range. */
const numberIn = (text: string, most: number): number =>
  Math.min(most, Math.max(1, Math.floor(Number(text)) || 1));

export function DrawnMachine({ drawn, onDrawn }: Props) {
  const { threads, sockets } = drawn;
  // Nodes and caches are counted through the machine, as kernels and its picture do.
  let node = -1;
  let cache = -1;
  return (
    <div className={styles.machine}>
      <p className={styles.hint}>{own.drawnHint}</p>
      <div className={styles.sockets}>
        {sockets.map((nodes, socket) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <fieldset key={socket} className={styles.socket}>
            <legend>{words.socket(socket)}</legend>
            {nodes.map((caches, atNode) => {
              node += 1;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same
                <fieldset key={atNode} className={styles.node}>
                  <legend>{words.node(node)}</legend>
                  {caches.map((cores, atCache) => {
                    cache += 1;
                    return (
                      <span key={`cache ${cache}`} className={styles.cache}>
                        <input
                          type="number"
                          aria-label={own.coresOf(cache)}
                          min={1}
                          max={MOST_CORES}
                          value={cores}
                          onChange={({ target }) =>
                            onDrawn(
                              withCores(
                                drawn,
                                [socket, atNode, atCache],
                                numberIn(target.value, MOST_CORES),
                              ),
                            )
                          }
                        />
                        <Less
                          name={own.lessCache(cache)}
                          isLast={caches.length === 1}
                          at={[socket, atNode, atCache]}
                          {...{ drawn, onDrawn }}
                        />
                      </span>
                    );
                  })}
                  <More name={own.moreCaches(node)} at={[socket, atNode]} {...{ drawn, onDrawn }}>
                    {own.cache}
                  </More>
                  <Less
                    name={own.lessNode(node)}
                    isLast={nodes.length === 1}
                    at={[socket, atNode]}
                    {...{ drawn, onDrawn }}
                  />
                </fieldset>
              );
            })}
            <More name={own.moreNodes(socket)} at={[socket]} {...{ drawn, onDrawn }}>
              {own.aNode}
            </More>
            <Less
              name={own.lessSocket(socket)}
              isLast={sockets.length === 1}
              at={[socket]}
              {...{ drawn, onDrawn }}
            />
          </fieldset>
        ))}
        <More name={own.moreSockets} at={[]} {...{ drawn, onDrawn }}>
          {own.aSocket}
        </More>
      </div>
      <label className={styles.threads}>
        {words.threads_per_core}
        <input
          type="number"
          min={1}
          max={MOST_THREADS}
          value={threads}
          onChange={({ target }) =>
            onDrawn({ ...drawn, threads: numberIn(target.value, MOST_THREADS) })
          }
        />
      </label>
    </div>
  );
}

interface PartProps extends Props {
  readonly name: string;
  readonly at: DrawnPlace;
}

function More({ name, at, drawn, onDrawn, children }: PartProps & { readonly children: string }) {
  return (
    <Button aria-label={name} title={name} onClick={() => onDrawn(withOneMore(drawn, at))}>
      {`+ ${children}`}
    </Button>
  );
}

function Less({ name, at, isLast, drawn, onDrawn }: PartProps & { readonly isLast: boolean }) {
  return (
    <Button
      aria-label={name}
      title={name}
      disabled={isLast}
      onClick={() => onDrawn(withoutPart(drawn, at))}
    >
      −
    </Button>
  );
}
