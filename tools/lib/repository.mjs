// The repository that a package names as its source. npm refuses a package with provenance whose manifest does not name the
// repository of the workflow that built it; elsewhere a package names none, because this tree does not know its address.

/** The manifest's field `repository`, from the environment of a GitHub workflow; undefined outside of one. */
export function repositoryOf({ GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server }) {
  if (!name) return undefined;
  return { type: 'git', url: `git+${server ?? 'https://github.com'}/${name}.git` };
}
