// Which CPUs and memory the cgroup of an archive's packer allows, as hwloc-gather-topology keeps it: the name of the group in
// /proc/self, and its lists below whatever folder cgroups are mounted on (v1 and v2). What becomes of others says sysfs.ts.

/** Groups of an archive that are looked at: whole copies of /sys/fs/cgroup have some hundreds. */
const GROUPS = 4096;
const selfFile = /(^|\/)proc\/self\/(cpuset|cgroup)$/;
/** Lists of version 2, then those of version 1 with a prefix and without; the first that is there counts, as hwloc has it. */
const listNames = (of: 'cpus' | 'mems') => [
  `cpuset.${of}.effective`,
  `cpuset.${of}`,
  of,
  `cpuset.effective_${of}`,
];
const listFile =
  /^(.{1,255})\/(cpuset\.(?:cpus|mems)\.effective|cpuset\.(?:cpus|mems)|cpus|mems|cpuset\.effective_(?:cpus|mems))$/;

/** True for files that `Cgroups` wants to be handed. */
export const isOfCgroup = (name: string): boolean =>
  selfFile.test(name) || (listFile.test(name) && !name.includes('devices/system/'));

export class Cgroups {
  #group: string | undefined;
  readonly #lists = new Map<string, string>();

  add(name: string, text: string): void {
    if (selfFile.test(name)) this.#group ??= groupIn(text);
    else if (this.#lists.size < GROUPS) this.#lists.set(name, text.trim());
  }

  /** The list of CPUs or nodes that the group may use; undefined where the archive does not tell, or the group is that of all. */
  allowed(of: 'cpus' | 'mems'): string | undefined {
    const group = this.#group;
    if (group === undefined) return undefined;
    const names = listNames(of);
    const found = [...this.#lists].flatMap(([path, list]) => {
      const [, folder, name] = listFile.exec(path)!;
      const rank = names.indexOf(name!);
      return rank >= 0 && list !== '' && folder!.endsWith(group) ? [[rank, list] as const] : [];
    });
    return found.sort(([a], [b]) => a - b)[0]?.[1];
  }
}

/** The group's path in /proc/self/cpuset, or in a line of /proc/self/cgroup: "3:cpuset:/jobs/1", "0::/user.slice". */
function groupIn(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1);
  const path =
    first.startsWith('/') && first.length > 1
      ? first
      : (/^\d{1,4}:cpuset:(\/.{1,255})$/m.exec(text)?.[1] ?? /^0::(\/.{1,255})$/m.exec(text)?.[1]);
  return path === '/' ? undefined : path?.replace(/\/$/, '');
}
