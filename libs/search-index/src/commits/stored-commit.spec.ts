import fc from 'fast-check';
import { commitFile, readCommit, type StoredCommit } from './stored-commit';

const word = fc.stringMatching(/^[A-Za-z_.\/-]{1,12}$/);
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const message = fc
  .array(fc.oneof(line, fc.constantFrom('', 'Files: 3', 'Date: 2001-01-01', 'M src/a.ts', 'Adds: x')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) => ['Subject', ...lines].join('\n').trimEnd());
const name = fc.stringMatching(/^[A-Za-z_]\w{0,10}$/);
const file = fc.oneof(
  word.map((path) => ({ path, change: 'modified' as const })),
  fc.tuple(word, word).map(([path, from]) => ({ path, from, change: 'renamed' as const })),
);
const commit: fc.Arbitrary<StoredCommit> = fc.record({
  hash: fc.stringMatching(/^[0-9a-f]{40}$/),
  at: fc.constant('2024-05-01T10:20:30Z'),
  author: fc.option(line),
  message,
  files: fc.array(file, { maxLength: 4 }),
  changed: fc.nat(100),
  adds: fc.array(name, { maxLength: 3 }),
  removes: fc.array(name, { maxLength: 3 }),
});

describe('a stored commit', () => {
  it('is read as it was written, whatever its message says', () => {
    fc.assert(
      fc.property(commit, (each) => {
        const [chunk] = commitFile(each, 'v').chunks;
        expect(chunk && readCommit(chunk)).toEqual(each);
      }),
    );
  });

  it('is a text that a reader understands', () => {
    const [chunk] = commitFile(
      {
        ...{
          hash: 'c'.repeat(40),
          at: '2024-05-01T10:20:30Z',
          author: 'Ann',
          message: 'Raise the limit\n\nThree were few.',
        },
        ...{
          files: [{ path: 'b.ts', from: 'a.ts', change: 'renamed' }],
          changed: 1,
          adds: ['LIMIT'],
          removes: [],
        },
      },
      'v',
    ).chunks;
    expect(chunk).toMatchObject({
      title: 'Raise the limit',
      path: `2024-05-01T10:20:30Z/${'c'.repeat(40)}`,
      endLine: 9,
    });
    expect(chunk?.text).toBe(
      'Raise the limit\n\nThree were few.\n\nAuthor: Ann\nDate: 2024-05-01\nAdds: LIMIT\nFiles: 1\nR a.ts → b.ts',
    );
  });
});
