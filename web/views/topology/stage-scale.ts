// A scale that all machines on one stage share, so that widths and heat in A and B can be compared.

interface Member {
  wanted: number;
  readonly apply: (fullRate: number) => void;
}

export interface ScaleMembership {
  /** The rate this machine alone would draw at full width, transfers per second. */
  readonly want: (rate: number) => void;
  readonly leave: () => void;
}

export class StageScale {
  readonly #members = new Set<Member>();
  #current = 0;

  /** `apply` is called with the shared rate, now and whenever it changes. */
  join(apply: (fullRate: number) => void): ScaleMembership {
    const member: Member = { wanted: 0, apply };
    this.#members.add(member);
    apply(this.#current);
    return {
      want: (rate) => {
        member.wanted = rate;
        this.#settle();
      },
      leave: () => {
        this.#members.delete(member);
        this.#settle();
      },
    };
  }

  #settle(): void {
    let largest = 0;
    for (const member of this.#members) largest = Math.max(largest, member.wanted);
    if (largest === this.#current) return;
    this.#current = largest;
    for (const member of this.#members) member.apply(largest);
  }
}
