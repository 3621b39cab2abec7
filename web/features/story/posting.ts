// The address where a patch was posted. A scenario is untrusted input, so only the id of a message or of a commit
// becomes a link, to one of the two archives of the kernel.

/** As lore.kernel.org has them: no space, no slash, nothing that begins a query. */
const messageId = /^[\w.+%-]{1,120}@[\w.-]{1,120}$/;
const commit = /^commit ([0-9a-f]{8,40})$/;

/** The address of a posting; undefined where its text names neither a message nor a commit. */
export function postingAddress(posting: string): string | undefined {
  if (messageId.test(posting)) return `https://lore.kernel.org/r/${encodeURIComponent(posting)}`;
  const hash = commit.exec(posting)?.[1];
  return hash && `https://git.kernel.org/linus/${hash}`;
}
