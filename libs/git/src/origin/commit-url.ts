/** Where hosts of git repositories show a commit, below the page of the repository. */
const HOSTS: Readonly<Record<string, string>> = {
  github: 'commit',
  gitlab: '-/commit',
  bitbucket: 'commits',
  codeberg: 'commit',
  gitea: 'commit',
  forgejo: 'commit',
};

/**
 * The page of a commit on the host of its repository; null if the host is unknown.
 * @param repository page of the repository, as `webUrlOf` returns it
 * @example
 * commitUrlOf('https://github.com/acme/shop', 'c0ffee'); // 'https://github.com/acme/shop/commit/c0ffee'
 */
export function commitUrlOf(repository: string, commit: string): string | null {
  const names = new URL(repository).hostname.split(/[.-]/);
  const host = Object.keys(HOSTS).find((name) => names.includes(name));
  return host === undefined ? null : `${repository}/${HOSTS[host] ?? ''}/${commit}`;
}
