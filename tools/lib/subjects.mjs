// Whether the subjects of new commits have their form: `area: imperative summary`, in 72 characters. Reads git's history;
// knows nothing of what a commit changes, and cannot tell whether a sentence is a good one.

import { execFileSync } from 'node:child_process';
import { inRoot } from './paths.mjs';

/** The last commit of the time before the rule: its own subject and earlier ones are left alone. */
export const lastWithoutRule = 'eee1f1a77e757483f44ba9b2a7ea0ede55f017a5';

/** A line of `git log --oneline` and of most mail programs holds it. */
const longest = 72;
const area = '[a-z][a-z0-9./-]*';
const form = new RegExp(`^${area}(?:, ${area})*: (\\S+)`);

/** What is wrong with a subject, in a sentence; nothing for one that has the form. */
export function subjectProblem(subject) {
  if (/^(?:fixup|squash|amend)! /.test(subject)) return 'squash it into the commit it belongs to';
  const [, verb] = form.exec(subject) ?? [];
  if (!verb) return 'write "area: imperative summary", such as "mm: count refills of empty lists"';
  if (/^[A-Z][a-z]/.test(verb)) return `write the summary in lower case: "${verb.toLowerCase()}"`;
  if (/(?:[^e]ed|ing)$/.test(verb) && !/^(?:bring|embed|string)$/.test(verb))
    return `write the imperative ("add", not "added" or "adding") in place of "${verb}"`;
  if (subject.endsWith('.')) return 'leave out the full stop';
  if (subject.length > longest)
    return `shorten it from ${subject.length} to ${longest} characters; the why goes into the body`;
  return undefined;
}

const git = (...args) =>
  execFileSync('git', args, { cwd: inRoot('.'), encoding: 'utf8', stdio: 'pipe' }).trim();

/**
 * Subjects since the rule, newest first, as { commit, subject }; or why they cannot be asked, as a word. Merges have the
 * subject that git gives them.
 */
export function newSubjects(since = lastWithoutRule, ask = git) {
  try {
    if (ask('rev-parse', '--is-shallow-repository') !== 'false') return 'a shallow clone';
    ask('merge-base', '--is-ancestor', since, 'HEAD');
  } catch {
    return 'no history since the rule';
  }
  const lines = ask('log', '--no-merges', '--format=%h %s', `${since}..HEAD`).split('\n');
  return lines.filter(Boolean).map((line) => {
    const at = line.indexOf(' ');
    return { commit: line.slice(0, at), subject: line.slice(at + 1) };
  });
}

/** A line for each subject that has not the form. */
export const wrongSubjects = (subjects) =>
  subjects.flatMap(({ commit, subject }) => {
    const problem = subjectProblem(subject);
    return problem ? [`${commit} "${subject}": ${problem}`] : [];
  });
