/** A file, link or nested repository in the tree of a commit. */
export interface TreeEntry {
  /** Relative to the listed folder, with `/` as separator. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'repository';
  /** Id of the blob; of a nested repository, its commit. */
  readonly id: string;
  /** Size of the blob; 0 for a nested repository. */
  readonly bytes: number;
}

const KINDS: Readonly<Record<string, TreeEntry['kind']>> = { '120000': 'link', '160000': 'repository' };

/**
 * Reads the output of `git ls-tree -r -l -z`.
 *
 * @example
 * treeEntries('100644 blob 8baef1b     120\tsrc/a.ts\0'); // [{ path: 'src/a.ts', kind: 'file', … }]
 */
export function treeEntries(listing: string): readonly TreeEntry[] {
  return listing.split('\0').flatMap((line): TreeEntry[] => {
    const tab = line.indexOf('\t');
    if (tab < 0) return [];
    const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(' ').filter(isGiven);
    return [{ path: line.slice(tab + 1), kind: KINDS[mode] ?? 'file', id, bytes: Number(size) || 0 }];
  });
}

/** Sizes are padded with spaces. */
function isGiven(word: string): boolean {
  return word !== '';
}

/**
 * Whether a path of a tree can be written below a folder. A tree is data of its author: git itself refuses to check out
 * some of these names.
 */
export function isWritable(path: string): boolean {
  // A colon and a backslash mean a drive, a stream or a folder on Windows.
  if (/[\p{Cc}\u2028\u2029\uFFFD]/u.test(path)) return false;
  if (process.platform === 'win32' && /[\\:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGitName(part));
}

/** `.git`, also as file systems without case or with short names know it. */
function isGitName(part: string): boolean {
  return /^(?:\.git|git~1)[. ]*$/i.test(part);
}
