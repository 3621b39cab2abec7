// Walking the shots of a talk, forward and back. Each shot remembers the moment of the run at which it
// was entered, so that going back shows the same again. Pure: whoever walks moves the playhead.

export interface Walk {
  readonly shot: number;
  /** ns at which each shot up to the present one was entered. */
  readonly entered: readonly number[];
  readonly isBlack: boolean;
}

/** `start`: ns where the first shot begins. */
export const beginWalk = (start: number): Walk => ({ shot: 0, entered: [start], isBlack: false });

/** The shot after, entered at `now` (ns). At the last of `shots` it stays. */
export function nextShot(walk: Walk, shots: number, now: number): Walk {
  if (walk.shot + 1 >= shots) return { ...walk, isBlack: false };
  return { shot: walk.shot + 1, entered: [...walk.entered, now], isBlack: false };
}

/** The shot before, or the beginning of the first. */
export function previousShot(walk: Walk): Walk {
  const shot = Math.max(0, walk.shot - 1);
  return { shot, entered: walk.entered.slice(0, shot + 1), isBlack: false };
}

export const resetWalk = (walk: Walk): Walk => beginWalk(walk.entered[0]!);

export const toggleBlack = (walk: Walk): Walk => ({ ...walk, isBlack: !walk.isBlack });

/** ns where the present shot began. */
export const startOfShot = (walk: Walk): number => walk.entered[walk.shot]!;
