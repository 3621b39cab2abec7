// What C's types and those of the kernel take on x86-64, where their declaration is not in the text: size and alignment in
// bytes. Kernel types without debugging options (lockdep, spinlock and mutex debugging), as distributions build them.

export interface TypeSize {
  readonly size: number;
  readonly alignment: number;
}

const of = (size: number, alignment = size): TypeSize => ({ size, alignment });

export const POINTER: TypeSize = of(8);
const [BYTE, SHORT, LONG] = [of(1), of(2), of(8)];
export const INT = of(4);

const plain: Readonly<Record<string, TypeSize>> = {
  ...{ char: BYTE, bool: BYTE, _Bool: BYTE, u8: BYTE, s8: BYTE, __u8: BYTE, __s8: BYTE },
  ...{ uint8_t: BYTE, int8_t: BYTE },
  ...{ short: SHORT, u16: SHORT, s16: SHORT, __u16: SHORT, __s16: SHORT, uint16_t: SHORT },
  ...{ int16_t: SHORT, umode_t: SHORT, __le16: SHORT, __be16: SHORT },
  ...{ int: INT, unsigned: INT, signed: INT, float: INT, u32: INT, s32: INT, __u32: INT },
  ...{ __s32: INT, uint32_t: INT, int32_t: INT, gfp_t: INT, pid_t: INT, uid_t: INT, gid_t: INT },
  ...{ dev_t: INT, atomic_t: INT, refcount_t: INT, raw_spinlock_t: INT, spinlock_t: INT },
  ...{
    arch_spinlock_t: INT,
    fmode_t: INT,
    __le32: INT,
    __be32: INT,
    seqcount_t: INT,
    kuid_t: INT,
    kgid_t: INT,
  },
  ...{ long: LONG, double: LONG, u64: LONG, s64: LONG, __u64: LONG, __s64: LONG, uint64_t: LONG },
  ...{ int64_t: LONG, size_t: LONG, ssize_t: LONG, loff_t: LONG, off_t: LONG, sector_t: LONG },
  ...{ time64_t: LONG, ktime_t: LONG, atomic64_t: LONG, atomic_long_t: LONG, uintptr_t: LONG },
  ...{ intptr_t: LONG, cpumask_var_t: LONG, rwlock_t: LONG, seqlock_t: LONG, pgoff_t: LONG },
  ...{ wait_queue_head_t: of(24, 8), work_func_t: LONG, __le64: LONG, __be64: LONG, clock_t: LONG },
  ...{ pthread_mutex_t: of(40, 8), pthread_cond_t: of(48, 8), pthread_spinlock_t: INT },
  ...{ pthread_rwlock_t: of(56, 8), pthread_t: LONG, atomic_int: INT, atomic_bool: BYTE },
  ...{ atomic_uint: INT, atomic_long: LONG, atomic_ulong: LONG, atomic_size_t: LONG },
};

const structures: Readonly<Record<string, TypeSize>> = {
  list_head: of(16, 8),
  hlist_head: of(8),
  hlist_node: of(16, 8),
  rb_node: of(24, 8),
  rb_root: of(8),
  rb_root_cached: of(16, 8),
  llist_head: of(8),
  llist_node: of(8),
  rcu_head: of(16, 8),
  callback_head: of(16, 8),
  plist_head: of(16, 8),
  plist_node: of(40, 8),
  mutex: of(32, 8),
  rt_mutex_base: of(32, 8),
  rw_semaphore: of(40, 8),
  kref: of(4),
  timespec64: of(16, 8),
  irq_work: of(32, 8),
  work_struct: of(32, 8),
  timer_list: of(40, 8),
  hrtimer: of(64, 8),
  wait_queue_head: of(24, 8),
  swait_queue_head: of(24, 8),
  completion: of(32, 8),
  optimistic_spin_queue: of(4),
  kobject: of(64, 8),
  percpu_counter: of(40, 8),
};

/** Of the words of a type without its qualifiers; undefined: not known here. */
export function typeSize(words: readonly string[]): TypeSize | undefined {
  const [first, second] = words;
  if (first === 'enum') return INT;
  if (first === 'struct' || first === 'union') {
    return second !== undefined && Object.hasOwn(structures, second)
      ? structures[second]
      : undefined;
  }
  if (words.includes('char')) return BYTE;
  if (words.includes('short')) return SHORT;
  if (words.includes('double')) return words.includes('long') ? of(16) : LONG;
  if (words.includes('long')) return LONG;
  const named = words.length === 1 || words.every((word) => Object.hasOwn(plain, word));
  return named && first !== undefined && Object.hasOwn(plain, first) ? plain[first] : undefined;
}
