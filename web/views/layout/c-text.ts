// A layout as C declarations: what would be written in kernel/sched/sched.h and cpupri.h to get it.

import type { RootDomain } from '../../scenario/layout/index.ts';
import { type DeclaredMember, declarationsOf } from './declarations.ts';

const CACHE_LINE = 64;

function attribute({ aligned }: DeclaredMember): string {
  if (aligned === 0) return '';
  return aligned === CACHE_LINE ? ' ____cacheline_aligned' : ` __aligned(${aligned})`;
}

/** A type and a name as the kernel writes them: the star belongs to the name. */
function declaration(member: DeclaredMember): string {
  const stars = /\s*\**$/.exec(member.type)![0];
  const type = member.type.slice(0, member.type.length - stars.length);
  const tabs = '\t'.repeat(Math.max(1, 3 - Math.floor(type.length / 8)));
  return `\t${type}${tabs}${stars.trim()}${member.declarator}${attribute(member)};`;
}

/** The declarations, inner structures first; tabs as in the kernel, a newline at the end. */
export function cText(layout: RootDomain): string {
  return declarationsOf(layout)
    .map(({ name, members }) => {
      const lines = members.map(declaration);
      return `struct ${name} {\n${lines.join('\n')}\n};\n`;
    })
    .join('\n');
}
