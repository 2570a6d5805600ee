import { aContext, aTurn } from '@quarry/engine/testing';
import { commitFile, type SearchIndex, type StoredCommit } from '@quarry/search-index';
import { commitsOf, conclusionOf, GIT_HISTORY, pathsIn, type Turn } from '@quarry/turn';
import { indexOf, SNAPSHOTS } from '../testing/index-of';
import { AskHistoryAction, AskHistoryParams } from './ask-history.action';

const REF = { repository: 'shop', snapshot: 'current' };

const commit = (day: number, message: string, more: Partial<StoredCommit> = {}): StoredCommit => ({
  hash: String(day).padStart(2, '0').repeat(20),
  at: `2024-05-${String(day).padStart(2, '0')}T10:00:00Z`,
  author: 'Ann',
  message,
  files: [{ path: 'src/retry.ts', change: 'modified' }],
  changed: 1,
  adds: [],
  removes: [],
  ...more,
});

const COMMITS = [
  commit(1, 'Send messages', { files: [{ path: 'src/send.ts', change: 'added' }], adds: ['Sender'] }),
  commit(2, 'Try again', {
    files: [{ path: 'src/retry.ts', from: 'src/again.ts', change: 'renamed' }],
    adds: ['Repeater'],
  }),
  commit(3, 'Raise the retry limit to five\n\nThree were too few, because the proxy restarts.', {
    url: 'https://github.com/acme/shop/commit/03',
  }),
  commit(4, 'Mention the retry limit', { files: [{ path: 'docs/retry.md', change: 'modified' }] }),
  commit(5, 'Tidy up', { removes: ['Repeater'], changed: 60 }),
  commit(6, 'Look at again.ts', { files: [{ path: 'src/again.ts', change: 'modified' }] }),
];

describe('ask_history', () => {
  let index: SearchIndex;
  let without: SearchIndex;
  beforeAll(async () => {
    [index, without] = await Promise.all([indexOf({ vectors: false }), indexOf({ vectors: false })]);
    await index.write(commitsOf(REF), {
      files: COMMITS.map((each) => commitFile(each, 'v')),
      meta: { bm25: true },
    });
  });
  afterAll(() => Promise.all([index.close(), without.close()]));

  const run = (original: string, { generative = false, of = index } = {}) =>
    new AskHistoryAction(of, SNAPSHOTS, { generative }).run(
      aTurn({ question: { original, isEnglish: true, english: null } }),
      new AskHistoryParams(),
      aContext(),
    );
  const subjects = (patch: Partial<Turn> | undefined) => patch?.evidence?.map(({ title }) => title);

  it('quotes the commit that says why', async () => {
    const { outcome, patch } = await run('Why was the retry limit raised?');
    expect(outcome).toBe('answered');
    expect(subjects(patch)).toEqual(['2024-05-03 Raise the retry limit to five']);
    expect(patch?.answer?.writtenBy).toBe(GIT_HISTORY);
    expect(patch?.answer?.english.split('\n').slice(0, 5)).toEqual([
      'The commit whose message fits:',
      '',
      '- **Raise the retry limit to five** (`0303030303`, 2024-05-03, by Ann) [1]',
      '  Three were too few, because the proxy restarts.',
      '  Changed `src/retry.ts`.',
    ]);
    expect(patch?.evidence?.[0]).toMatchObject({
      kind: 'commit',
      path: 'commit/030303030303',
      url: 'https://github.com/acme/shop/commit/03',
    });
    expect(conclusionOf(aTurn({ ...patch })).headline).toBe('Answered from the git history');
  });

  it.each([
    ['Which commit removed the class Repeater?', ['2024-05-05 Tidy up']],
    ['When was `Sender` introduced?', ['2024-05-01 Send messages']],
    ['What changed last in src/send.ts?', ['2024-05-01 Send messages']],
    [
      'Show the latest commits',
      [
        '06 Look at again.ts',
        '05 Tidy up',
        '04 Mention the retry limit',
        '03 Raise the retry limit to five',
      ].map((text) => `2024-05-${text}`),
    ],
  ])('%s', async (question, expected) => {
    const { patch } = await run(question);
    expect(subjects(patch)).toEqual(expected);
  });

  it('follows the former names of a file', async () => {
    const { patch } = await run('What changed last in src/retry.ts?');
    expect(patch?.answer?.proof).toBe('4 commits, the newest first, that changed src/retry.ts');
    expect(subjects(patch)).toContain('2024-05-06 Look at again.ts');
  });

  it('is evidence beside the search where a model answers', async () => {
    const { outcome, patch } = await run('Why was the retry limit raised?', { generative: true });
    expect(outcome).toBe('found');
    expect(patch?.answer).toBeUndefined();
    expect(patch?.evidence).toHaveLength(1);
  });

  it('stands for the files that it changed, and for itself where not all are known', async () => {
    const named = async (question: string) => pathsIn(aTurn({ ...(await run(question)).patch }));
    expect(await named('Why was the retry limit raised?')).toEqual(['src/retry.ts']);
    expect((await named('Which commit removed the class Repeater?')).toSorted()).toEqual([
      'commit/050505050505',
      'src/retry.ts',
    ]);
  });

  it('leaves other questions, and those that no commit fits, to the search', async () => {
    expect(await run('When is the retry limit checked?')).toEqual({
      outcome: 'other',
      note: 'not a question about the history',
    });
    const { outcome, patch } = await run('Why was the colour of the invoice changed?');
    expect(outcome).toBe('other');
    expect(patch).toEqual({ searches: [expect.objectContaining({ mode: 'history', hits: 0 })] });
  });

  it('says where there is no history', async () => {
    const { outcome, patch } = await run('Why was the retry limit raised?', { of: without });
    expect(outcome).toBe('other');
    expect(patch?.misses).toMatchObject([
      {
        text: 'past commits',
        why: expect.stringContaining('no git history is indexed with shop@current') as string,
      },
    ]);
  });
});
