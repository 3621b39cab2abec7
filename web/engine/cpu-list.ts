// CPU lists as the kernel prints them: "0-39,240-279".

/** The list of CPUs given in ascending order. */
export function formatCpuList(cpus: Iterable<number>): string {
  const parts: string[] = [];
  let first = -1;
  let last = -2;
  const close = () => {
    if (first >= 0) parts.push(first === last ? `${first}` : `${first}-${last}`);
  };
  for (const cpu of cpus) {
    if (cpu !== last + 1) {
      close();
      first = cpu;
    }
    last = cpu;
  }
  close();
  return parts.join(',');
}

/** The CPUs of a list that formatCpuList made, or that is known to be one. */
export function cpusOfList(list: string): number[] {
  if (list === '') return [];
  return list.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?];
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}
