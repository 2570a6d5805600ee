import { isWritable, treeEntries } from './tree-entries';

describe('the tree of a commit', () => {
  it('is read with sizes, links and nested repositories', () => {
    const listing = [
      '100644 blob 8baef1b4abc478178b004d62031cf7fe6db6f903      12\tsrc/a b.ts',
      '100755 blob 1baef1b4abc478178b004d62031cf7fe6db6f903 1234567\tü\trun.sh',
      '120000 blob 2baef1b4abc478178b004d62031cf7fe6db6f903       5\tlink',
      '160000 commit 3baef1b4abc478178b004d62031cf7fe6db6f903       -\tvendor/lib',
      '',
    ].join('\0');
    expect(treeEntries(listing).map(({ path, kind, bytes }) => [path, kind, bytes])).toEqual([
      ['src/a b.ts', 'file', 12],
      ['ü\trun.sh', 'file', 1_234_567],
      ['link', 'link', 5],
      ['vendor/lib', 'repository', 0],
    ]);
  });

  it('is empty without files', () => {
    expect(treeEntries('')).toEqual([]);
  });
});

describe('a path of a tree', () => {
  it.each(['a.ts', 'src/a b.ts', '...', 'a/.gitignore', 'git~10', 'ü/ß.py', '.github/x.yml'])(
    '%j is written',
    (path) => {
      expect(isWritable(path)).toBe(true);
    },
  );

  it.each([
    ...['../a', 'a/../../b', '/etc/passwd', 'a//b', './a', '.', '..', ''],
    ...['.git/config', 'a/.GIT/hooks/x', '.git. /x', 'GIT~1/config', 'a\nb', 'a\tb', 'bad\uFFFDname'],
  ])('%j is not', (path) => {
    expect(isWritable(path)).toBe(false);
  });
});
