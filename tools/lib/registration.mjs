// Checks whether the claim about a published row was in the history before the row was first run. Reads git's
// history of scenarios/claims and scenarios/fidelity/report.json; runs nothing, and judges no figure.

import { execFileSync } from 'node:child_process';
import { inRoot } from './paths.mjs';

const reportFile = 'scenarios/fidelity/report.json';
const claimsFolder = 'scenarios/claims';

function git(args, input) {
  const options = {
    cwd: inRoot('.'),
    input,
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  };
  return execFileSync('git', args, options);
}

const lines = (args) => git(args).toString().split('\n').filter(Boolean);

/** Why the history cannot be asked, in a clear word; undefined where it can. */
export function noHistory() {
  try {
    if (lines(['rev-parse', '--is-shallow-repository'])[0] !== 'false') return 'a shallow clone';
    if (lines(['rev-list', '-1', 'HEAD', '--', reportFile]).length === 0) return 'no commits';
    return undefined;
  } catch {
    return 'no git, or no repository';
  }
}

/** The texts of `names` (commit:path), in their order; undefined of what is not there. */
function textsOf(names) {
  const found = git(['cat-file', '--batch'], names.map((name) => `${name}\n`).join(''));
  let at = 0;
  return names.map(() => {
    const end = found.indexOf(10, at);
    const head = found.toString('utf8', at, end).split(' ');
    if (head.at(-1) === 'missing') {
      at = end + 1;
      return undefined;
    }
    const from = end + 1;
    at = from + Number(head[2]) + 1;
    return found.toString('utf8', from, at - 1);
  });
}

const sorted = (record) => Object.fromEntries(Object.entries(record).sort());

/** Of a run time: how many operations, and the row that knowing nothing would guess, whose field had other names before. */
function timeKey(time) {
  if (!time) return null;
  const { operations, cell, null_row, beside, set_by } = time;
  return [operations, null_row ?? beside ?? set_by ?? null, cell ?? null];
}

/** What a claim says that a result could be read into: levels, sizes, what is run, and for how long. */
function claimKey(claims, entry) {
  const { set: common, ...how } = claims.measured[entry.measured] ?? {};
  const { claims: levels, metric, variant, line = null, lines: several = null } = entry;
  const time = timeKey(entry.run_time);
  const set = sorted({ ...common, ...entry.set });
  return JSON.stringify([levels, metric, variant, line, several, set, sorted(how), time]);
}

/** By name of a row: what one version of a file of claims says of it. The first entry that fits counts. */
function keysOf(claims, ids) {
  const keys = new Map();
  for (const entry of claims.claimed ?? []) {
    const key = claimKey(claims, entry);
    for (const pattern of entry.rows) {
      const name = entry.cell === undefined ? pattern : `${pattern}/${entry.cell}`;
      const test = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      const named = name.includes('*') ? ids.filter((id) => test.test(id)) : [name];
      for (const id of named) if (!keys.has(id)) keys.set(id, key);
    }
  }
  return keys;
}

/** True where a row of a report is the outcome of the claim with this key. */
function isResultOf(row, key) {
  const [, , variant, , , set, how] = JSON.parse(key);
  const { duration, warmup, ...own } = row.run?.set ?? {};
  return (
    row.verdict !== 'not-claimed' &&
    row.run?.variant === variant &&
    row.run.scenario === how.scenario &&
    duration === how.duration &&
    warmup === how.warmup &&
    JSON.stringify(sorted(own)) === JSON.stringify(set)
  );
}

/** Versions of the files, oldest first, each with the place of its commit in the history. */
function versionsOf(file, order) {
  const commits = lines(['rev-list', '--topo-order', '--reverse', 'HEAD', '--', file]);
  const texts = textsOf(commits.map((commit) => `${commit}:${file}`));
  return commits.flatMap((commit, at) =>
    texts[at] === undefined
      ? []
      : [{ commit, place: order.get(commit), content: JSON.parse(texts[at]) }],
  );
}

const sizeOf = ({ points, factor }) => points ?? factor ?? 0;

/** What a later claim asks less than an earlier one: a level left out, or a band that is wider. */
export function eased(earlier, later) {
  return earlier.flatMap((level) => {
    const kept = later.filter((each) => each.level === level.level);
    if (kept.length === 0) return [`${level.level} left out`];
    const now = Math.min(...kept.map(sizeOf));
    return now > sizeOf(level) ? [`${level.level} ${sizeOf(level)} became ${now}`] : [];
  });
}

/** The levels of a claim, from its key. */
const levelsOf = (key) => JSON.parse(key)[0];

/** The figure that a claim is about, from its key. */
const metricOf = (key) => JSON.parse(key)[1];

/**
 * What was eased about a row from one version of its claim to the next. A claim of another figure is another claim:
 * a wide pattern (cycles of all rows of a line) may have named a row before a claim said what it is (a share).
 */
function easings(id, versions) {
  return versions.slice(1).flatMap(({ commit, keys }, at) => {
    const before = versions[at].keys.get(id);
    const now = keys.get(id);
    const isSame = before === now || metricOf(before) !== metricOf(now);
    const found = isSame ? [] : eased(levelsOf(before), levelsOf(now));
    return found.map((what) => ({ id, commit, what }));
  });
}

/** Rows that some report in the history had run by a claim, and that the report at HEAD has no more. */
export function droppedRows() {
  const order = new Map(lines(['rev-list', 'HEAD']).map((commit, at) => [commit, at]));
  const [now, ...before] = versionsOf(reportFile, order)
    .map(({ content }) => content.rows.map(({ id }) => id))
    .reverse();
  return [...new Set(before.flat())].filter((id) => !now.includes(id));
}

/**
 * Of every row of the report at HEAD: the commit since when its present claim stands, the commit of the first report with
 * a result by it, and whether the first came before the second. `claimed` or `reported` is undefined where the history
 * has none.
 */
export function registrations() {
  const order = new Map(
    lines(['rev-list', '--topo-order', '--reverse', 'HEAD']).map((commit, at) => [commit, at]),
  );
  const reports = versionsOf(reportFile, order);
  const { rows } = reports.at(-1).content;
  const ids = rows.map(({ id }) => id);
  const versions = lines(['ls-tree', '--name-only', 'HEAD', `${claimsFolder}/`])
    .flatMap((file) => versionsOf(file, order))
    // A row may move from file to file: its claims are read in the order of the history.
    .sort((a, b) => a.place - b.place)
    .map(({ content, ...rest }) => ({ ...rest, keys: keysOf(content, ids) }));
  const results = reports.map(({ content, ...rest }) => ({
    ...rest,
    rows: new Map(content.rows.map((row) => [row.id, row])),
  }));
  return rows.map((row) => {
    const own = versions.filter(({ keys }) => keys.has(row.id));
    const key = own.at(-1)?.keys.get(row.id);
    const claimed = own.find(({ keys }) => keys.get(row.id) === key);
    const reported = results.find(({ place, rows: run }) => {
      const result = run.get(row.id);
      const isThen = result?.claim === row.claim && isResultOf(result, key);
      return claimed && isThen && place >= claimed.place;
    });
    const before = Boolean(claimed && reported && claimed.place < reported.place);
    return {
      id: row.id,
      basis: row.basis,
      claimed: claimed?.commit,
      reported: reported?.commit,
      before,
      eased: easings(row.id, own),
    };
  });
}
