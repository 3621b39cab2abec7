// What the exports of a layout share: the structures to write down, in the order in which C needs
// them, and what their members are called in C.

import {
  alignmentOf,
  type Compiled,
  type Container,
  compile,
  isVectored,
  type Laid,
  type Member,
  type RootDomain,
} from '../../scenario/layout/index.ts';

export interface Declared {
  readonly container: Container;
  readonly name: string;
  readonly laid: Laid;
  readonly members: readonly DeclaredMember[];
}

export interface DeclaredMember {
  /** Without the array's length: "struct cpupri_vec", "int *". */
  readonly type: string;
  /** With it: "pri_to_cpu[101]". */
  readonly declarator: string;
  readonly offset: number;
  readonly size: number;
  /** The attribute of the declaration itself, bytes; 0: none. */
  readonly aligned: number;
  /** The same with what its type brings along: the alignment that results; 0: no attribute. */
  readonly forced: number;
  /** Unused bytes at the end of the member's own structure. */
  readonly tail: number;
}

/** The C name of an array of cpupri: the whole has the kernel's, a part says its levels. */
function arrayName({ levels, name, title, size, alignment }: Member): string {
  // Of other structures the kernel's types are not told: as many words as the member has.
  if (title !== undefined && size > alignment) return `${name}[${size / alignment}]`;
  if (!levels) return name;
  const { of, first, last } = levels;
  const whole = of === 'pri_to_cpu' ? of : `${of}s`;
  if (first === 0 && last === 100) return `${whole}[${last + 1}]`;
  return first === last ? `${whole}_${first}[1]` : `${whole}_${first}_${last}[${last - first + 1}]`;
}

/** The structure that a member is of, or an array of. */
function innerOf({ name, levels }: Member): Container | undefined {
  if (name === 'cpupri') return 'cpupri';
  return levels?.of === 'pri_to_cpu' ? 'cpupri_vec' : undefined;
}

/** True if an attribute of the member, or of one inside its type, raises its alignment. */
function isForced(layout: RootDomain, member: Member): boolean {
  const inner = innerOf(member);
  return member.extra > 0 || (inner ? layout[inner].some((m) => isForced(layout, m)) : false);
}

const paddingBefore = (declarator: string, offset: number, size: number): DeclaredMember => ({
  type: 'char',
  declarator: `pad_${declarator.replace(/\[.*$/, '')}[${size}]`,
  offset,
  size,
  aligned: 0,
  forced: 0,
  tail: 0,
});

function declare(layout: RootDomain, compiled: Compiled, container: Container): Declared {
  const laid = compiled[container];
  const members: DeclaredMember[] = [];
  let end = 0;
  for (const [index, member] of layout[container].entries()) {
    const { size, alignment } = compiled.measured(member);
    const declarator = arrayName(member);
    if (member.padding > 0) members.push(paddingBefore(declarator, end, member.padding));
    const inner = member.name === 'cpupri' ? compiled.cpupri : undefined;
    const offset = laid.offsets[index]!;
    members.push({
      type: member.type,
      declarator,
      offset,
      size,
      aligned: member.extra,
      forced: isForced(layout, member) ? alignmentOf({ ...member, size, alignment }) : 0,
      tail: inner?.gaps.find(({ kind }) => kind === 'tail')?.size ?? 0,
    });
    end = offset + size;
  }
  const name = container === 'root_domain' ? (layout.structure ?? container) : container;
  return { container, name, laid, members };
}

/** The structures of a layout, the inner ones first. */
export function declarationsOf(layout: RootDomain): Declared[] {
  const compiled = compile(layout);
  const inner: readonly Container[] = isVectored(layout) ? ['cpupri_vec', 'cpupri'] : ['cpupri'];
  const containers: readonly Container[] = [
    ...(layout.structure === undefined ? inner : []),
    'root_domain',
  ];
  return containers.map((container) => declare(layout, compiled, container));
}
