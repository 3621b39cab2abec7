// The words of the language beyond JavaScript's own: points, questions, fields of tasks and constants,
// with sched_ext's and the kernel's names. Codes come from the core.

import { POLICY } from '../engine/abi.gen.ts';

export type ValueKind = 'number' | 'boolean' | 'task' | 'set';

/**
 * What a world must have: the full fair class, a scheduling class of one's own, queues of either, a kernel that looks after
 * caches, page lists.
 */
export type Need = 'fair' | 'queues' | 'ext' | 'caches' | 'pages';

export interface PolicyQuestion {
  readonly code: number;
  readonly of: readonly ValueKind[];
  readonly gives: ValueKind;
  readonly needs?: Need;
}

export interface PolicyCall {
  readonly code: number;
  readonly given: readonly ValueKind[];
  readonly needs?: Need;
}

const question = (
  code: number,
  of: readonly ValueKind[],
  gives: ValueKind,
  needs?: Need,
): PolicyQuestion => ({
  code,
  of,
  gives,
  ...(needs && { needs }),
});
const ofCpu: readonly ValueKind[] = ['number'];
const ofTwo: readonly ValueKind[] = ['number', 'number'];
/** A CPU, the pages it holds, batch and high. */
const ofLists: readonly ValueKind[] = ['number', 'number', 'number', 'number'];

export const policyCalls: ReadonlyMap<string, PolicyCall> = new Map([
  ['select_cpu', { code: POLICY.POINT_SELECT_CPU, given: ['task', 'number', 'number'] }],
  ['balance', { code: POLICY.POINT_BALANCE, given: ['number'], needs: 'fair' }],
  ['enqueue', { code: POLICY.POINT_ENQUEUE, given: ['task', 'number', 'number'], needs: 'queues' }],
  ['find_lowest_rq', { code: POLICY.POINT_FIND_LOWEST_RQ, given: ['task'] }],
  ['prefer_llc', { code: POLICY.POINT_PREFER_LLC, given: ['task', 'number'], needs: 'caches' }],
  ['pcp_refill', { code: POLICY.POINT_PCP_REFILL, given: ofLists, needs: 'pages' }],
  ['pcp_flush', { code: POLICY.POINT_PCP_FLUSH, given: ofLists, needs: 'pages' }],
  ['dispatch', { code: POLICY.POINT_DISPATCH, given: ['number'], needs: 'ext' }],
  ['running', { code: POLICY.POINT_RUNNING, given: ['task'], needs: 'ext' }],
  ['stopping', { code: POLICY.POINT_STOPPING, given: ['task', 'boolean'], needs: 'ext' }],
  ['tick', { code: POLICY.POINT_TICK, given: ['task'], needs: 'ext' }],
]);

export const questions: ReadonlyMap<string, PolicyQuestion> = new Map([
  ['this_cpu', question(POLICY.CALL_THIS_CPU, [], 'number')],
  ['nr_cpu_ids', question(POLICY.CALL_NR_CPU_IDS, [], 'number')],
  ['nr_node_ids', question(POLICY.CALL_NR_NODE_IDS, [], 'number')],
  ['now', question(POLICY.CALL_NOW, [], 'number')],
  ['current', question(POLICY.CALL_CURRENT, [], 'task')],
  ['cpu_node', question(POLICY.CALL_CPU_NODE, ofCpu, 'number')],
  ['cpu_llc', question(POLICY.CALL_CPU_LLC, ofCpu, 'number')],
  ['cpu_core', question(POLICY.CALL_CPU_CORE, ofCpu, 'number')],
  ['distance', question(POLICY.CALL_DISTANCE, ofTwo, 'number')],
  ['cpus_share_cache', question(POLICY.CALL_CPUS_SHARE_CACHE, ofTwo, 'boolean')],
  ['all_cpus', question(POLICY.CALL_ALL_CPUS, [], 'set')],
  ['llc_cpus', question(POLICY.CALL_LLC_CPUS, ofCpu, 'set')],
  ['core_cpus', question(POLICY.CALL_CORE_CPUS, ofCpu, 'set')],
  ['node_cpus', question(POLICY.CALL_NODE_CPUS, ofCpu, 'set')],
  ['random', question(POLICY.CALL_RANDOM, ['number'], 'number')],
  ['nr_running', question(POLICY.CALL_NR_RUNNING, ofCpu, 'number')],
  ['curr', question(POLICY.CALL_CURR, ofCpu, 'task')],
  ['idle_cpu', question(POLICY.CALL_IDLE_CPU, ofCpu, 'boolean', 'queues')],
  ['cpu_util', question(POLICY.CALL_CPU_UTIL, ofCpu, 'number', 'fair')],
  ['cpu_load', question(POLICY.CALL_CPU_LOAD, ofCpu, 'number', 'fair')],
  ['has_idle_core', question(POLICY.CALL_HAS_IDLE_CORE, ofCpu, 'boolean', 'fair')],
  ['allowed', question(POLICY.CALL_ALLOWED, ['task', 'number'], 'boolean')],
  ['cpupri_count', question(POLICY.CALL_CPUPRI_COUNT, ofCpu, 'number')],
  ['cpu_prio', question(POLICY.CALL_CPU_PRIO, ofCpu, 'number')],
  ['occupancy', question(POLICY.CALL_OCCUPANCY, ofCpu, 'number', 'caches')],
  ['dsq_insert', question(POLICY.CALL_DSQ_INSERT, ['task', 'number', 'number'], 'number', 'ext')],
  [
    'dsq_insert_vtime',
    question(POLICY.CALL_DSQ_INSERT_VTIME, ['task', 'number', 'number', 'number'], 'number', 'ext'),
  ],
  ['dsq_move_to_local', question(POLICY.CALL_DSQ_MOVE_TO_LOCAL, ofCpu, 'boolean', 'ext')],
  ['dsq_nr_queued', question(POLICY.CALL_DSQ_NR_QUEUED, ofCpu, 'number', 'ext')],
  ['pick_idle_cpu', question(POLICY.CALL_PICK_IDLE_CPU, ['task', 'number'], 'number', 'ext')],
  ['kick_cpu', question(POLICY.CALL_KICK_CPU, ofCpu, 'number', 'ext')],
  ['select_cpu_dfl', question(POLICY.CALL_SELECT_CPU_DFL, [], 'number')],
]);

const field = (code: number, needs?: Need): PolicyQuestion =>
  question(code, ['task'], 'number', needs);

/** Fields of a task: `p.util`. */
export const fields: ReadonlyMap<string, PolicyQuestion> = new Map([
  ['cpu', field(POLICY.CALL_TASK_CPU)],
  ['weight', field(POLICY.CALL_TASK_WEIGHT, 'fair')],
  ['util', field(POLICY.CALL_TASK_UTIL, 'fair')],
  ['load', field(POLICY.CALL_TASK_LOAD, 'fair')],
  ['wakee_flips', field(POLICY.CALL_TASK_WAKEE_FLIPS, 'fair')],
  ['tgid', field(POLICY.CALL_TASK_TGID)],
  ['llc', field(POLICY.CALL_TASK_LLC)],
  ['slice', field(POLICY.CALL_TASK_SLICE, 'ext')],
]);

export const constants: ReadonlyMap<string, number> = new Map([
  ['WAKE_EXEC', POLICY.FLAG_EXEC],
  ['WAKE_FORK', POLICY.FLAG_FORK],
  ['WAKE_TTWU', POLICY.FLAG_TTWU],
  ['WAKE_SYNC', POLICY.FLAG_SYNC],
  ['DSQ_GLOBAL', POLICY.DSQ_GLOBAL],
  ['DSQ_LOCAL', POLICY.DSQ_LOCAL],
  ['SLICE_DFL', POLICY.SLICE_DFL],
  ['OPS_NO_PERIODIC', POLICY.FLAG_NO_PERIODIC],
]);

/** How a variable at the top is declared: `percpu(0)`. */
export const storages: ReadonlyMap<string, number> = new Map([
  ['array', POLICY.ARRAY_SHARED],
  ['percpu', POLICY.ARRAY_PERCPU],
  ['pertask', POLICY.ARRAY_PERTASK],
]);

/** Words of JavaScript that are no part of the language, and what to write instead. */
export const unsupported: ReadonlyMap<string, string> = new Map([
  ['var', 'write let or const'],
  ['switch', 'write if and else'],
  ['do', 'write while (…) { … }'],
  ['try', 'nothing can be thrown here'],
  ['throw', 'write return; to leave the question to Linux'],
  ['class', 'write a function with a name'],
  ['new', 'there are no objects; variables at the top are array(n, 0), percpu(0) and pertask(0)'],
  ['this', 'there are no objects'],
  ['typeof', 'each value has one kind, known in advance: number, boolean, task or set of CPUs'],
  ['import', 'a policy is a single file'],
  ['export', 'a policy is a single file'],
  ['async', 'a policy does not wait'],
  ['await', 'a policy does not wait'],
  ['yield', 'a policy does not wait'],
  ['eval', 'a policy cannot run text'],
  ['with', 'write the names out'],
  ['delete', 'there are no objects'],
  ['in', 'write for (const cpu of all_cpus())'],
  ['instanceof', 'there are no objects'],
  ['void', 'write the call alone'],
  ['null', 'write -1 for none'],
  ['undefined', 'write -1 for no CPU, or return; to leave the question to Linux'],
  ['NaN', 'numbers are whole'],
  ['Infinity', 'numbers are whole'],
]);

/** Names that nothing may be called, since they mean something in JavaScript. */
const reserved =
  'arguments break case catch const continue debugger default else enum extends false finally for function if ' +
  'implements interface let package private protected public return static super true while Math Atomics Object Array';

export const isTaken = (name: string): boolean =>
  reserved.split(' ').includes(name) ||
  unsupported.has(name) ||
  questions.has(name) ||
  constants.has(name) ||
  storages.has(name);
