// Limits on the files that a person opens, each with its reason: enough for the largest machine that can be
// simulated, and little enough that no file can fill the memory or hold up the page (spec "Own machine" section
// 1.4).

/** hwloc XML: 1,024 CPUs with all their caches take about 1.5 MB. */
export const HWLOC_BYTES = 4 * 1024 * 1024;
/** lscpu and numactl: 1,024 CPUs take 40 kB in the parsable form and 200 kB as JSON. */
export const LISTING_BYTES = 256 * 1024;
/** The tree of lstopo, verbose: 1,024 CPUs with their caches take about 600 kB. */
export const TREE_BYTES = 2 * 1024 * 1024;
/** /proc/cpuinfo: some 1.5 kB a CPU, most of it flags. */
export const CPUINFO_BYTES = 4 * 1024 * 1024;
/** A listing of sysfs names some thirty files a CPU. */
export const SYSFS_BYTES = 4 * 1024 * 1024;
/** 1,024 x 1,024 latencies of up to 16 characters. */
export const MATRIX_BYTES = 16 * 1024 * 1024;
/** A tar archive of /sys, unpacked: 1,024 CPUs with a hundred files each, a kilobyte a file. */
export const ARCHIVE_BYTES = 128 * 1024 * 1024;
/** Unpacked bytes for one packed byte of a text: listings pack well, but not like an attack. */
export const GZIP_RATIO = 100;
/** The same of an archive: tar pads each small file to a kilobyte (257 was seen). */
export const ARCHIVE_RATIO = 400;
/** Below this size the ratio says nothing. */
export const GZIP_FREE_BYTES = 16 * 1024;

/** Sentences about one import that a person may be asked to read; the others are counted. */
export const NOTES = 40;
/** Characters kept of the name of a file. */
export const NAME_CHARACTERS = 80;
/** Digits of a CPU, a core, a node: more belong to no machine. */
export const ID_DIGITS = 9;

/** A workload: what is written by hand or by a script has a few kB. */
export const WORKLOAD_BYTES = 256 * 1024;
/** Nesting of its objects: rt-app's need 5. */
export const LOOSE_DEPTH = 16;
/** Values of it. */
export const LOOSE_VALUES = 20_000;
/** Lines of the short form. */
export const SHORT_LINES = 200;

/** A trace as text: a second of a busy machine with 100 CPUs has about 100 MB. */
export const RECORDING_BYTES = 128 * 1024 * 1024;
/** Characters of one line of it: events of the scheduler have some two hundred. */
export const RECORDING_LINE = 4096;
/** Events kept: 48 MB of columns. */
export const RECORDING_EVENTS = 2_000_000;
/** ns kept of it, as of a run. */
export const RECORDING_NS = 10_000_000_000;
/** Rows of perf sched timehist: each becomes up to three events. */
export const TIMEHIST_ROWS = 600_000;
/** Packets of Perfetto with events, and events of one of them: a kernel's buffer of a CPU has some thousands. */
export const PERFETTO_BUNDLES = 1_000_000;
export const PERFETTO_EVENTS = 262_144;
/** Events of one packet of each CPU: a thousand CPUs with a thousand each. */
export const PERFETTO_HELD = 1_000_000;
/** Events of which a file of trace-cmd has the format: a kernel has some two thousand. */
export const TRACE_DAT_FORMATS = 65_536;
/** What perf says of a machine before a trace or a report: 1,024 CPUs with their caches take some 200 kB. */
export const PERF_HEAD_CHARACTERS = 512 * 1024;
/** /proc/zoneinfo: some twenty lines a CPU for each of its zones. */
export const ZONES_BYTES = 4 * 1024 * 1024;
/** Lines that may stand out of order of time, as merged files have them. */
export const RECORDING_DISORDER = 65_536;
/** Kinds of other events that are counted by name. */
export const RECORDING_OTHERS = 4096;
