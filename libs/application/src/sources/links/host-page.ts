import type { SnapshotOrigin } from '@quarry/repositories';

/** Lines of a file, from 1, inclusive. */
export type LineRange = readonly [first: number, last: number];

interface Place {
  /** Path from the indexed folder, with `/` as separator. */
  readonly path: string;
  readonly commit: string;
  /** Null for a file without lines, such as a PDF file. */
  readonly lines: LineRange | null;
}

/** How a host of git repositories addresses lines of a file at a commit. */
interface Host {
  /** Part of its name, also of an installation of one's own: `gitlab.example.com`. */
  readonly name: string;
  /** Between the page of the repository and the commit. */
  readonly files: string;
  readonly lines: (range: LineRange) => string;
  /** Query that shows a Markdown file as text, which has lines. */
  readonly plain?: string;
}

const HOSTS: readonly Host[] = [
  { name: 'github', files: 'blob', lines: ([from, to]) => `#L${from}-L${to}`, plain: '?plain=1' },
  { name: 'gitlab', files: '-/blob', lines: ([from, to]) => `#L${from}-${to}`, plain: '?plain=1' },
  { name: 'bitbucket', files: 'src', lines: ([from, to]) => `#lines-${from}:${to}` },
  ...['codeberg', 'gitea', 'forgejo'].map((name) => ({
    name,
    files: 'src/commit',
    lines: ([from, to]: LineRange) => `#L${from}-L${to}`,
    plain: '?display=source',
  })),
];

/**
 * The page of a place on the host of its repository, at the indexed commit, so that it shows the same lines forever.
 * Null if the host is unknown.
 * @example
 * hostPage({ url: 'https://github.com/acme/shop', prefix: '' }, { path: 'a.ts', commit: 'c0ffee', lines: [3, 5] });
 * // 'https://github.com/acme/shop/blob/c0ffee/a.ts#L3-L5'
 */
export function hostPage({ url, prefix }: SnapshotOrigin, { path, commit, lines }: Place): string | null {
  const labels = new URL(url).hostname.split('.');
  const host = HOSTS.find(({ name }) => labels.some((label) => label.split('-').includes(name)));
  if (!host) return null;
  const parts = [...prefix.split('/'), ...path.split('/')].filter((part) => part !== '');
  const plain = /\.(?:md|markdown|mdx)$/i.test(path) ? (host.plain ?? '') : '';
  const where = lines === null ? '' : `${plain}${host.lines(lines)}`;
  return `${url}/${host.files}/${commit}/${parts.map(encodeURIComponent).join('/')}${where}`;
}
