import { someEvidence } from '@quarry/engine/testing';
import { sourceOf } from './passages';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

describe('a sentence that cites another place than the one that is close to it', () => {
  const all = [
    someEvidence(1, { path: 'a.md', text: 'The queue keeps failed jobs for a week in the archive.' }),
    someEvidence(2, { path: 'b.md', text: 'Workers are started by the supervisor.' }),
    someEvidence(3, { path: 'c.md', text: 'Metrics are sent over UDP.' }),
  ].map((item) => sourceOf(item));

  it.each([
    [
      'The queue keeps failed jobs for a week in the archive [2].',
      '[1] says it, but is not cited',
      'no',
      [2],
    ],
    [
      'The queue keeps finished jobs for a week in the archive [2].',
      "[1] is close to it, but has 'failed' instead of 'finished'; it is not cited",
      'to a model',
      [1, 2],
    ],
  ])('%s: %s', (sentence, why, open, read) => {
    const [statement] = statementsOf(sentence);
    if (!statement) throw new Error('no statement');
    const verdict = verdictOf(statement, all);
    expect(verdict).toMatchObject({ status: 'inferred', why, open });
    expect(verdict.sources.map(({ item }) => item.n)).toEqual(read);
  });
});

it('a sentence with a number that its evidence lacks is read with the nearest other evidence, not with all', () => {
  const texts = [
    'var lockTimeoutMs = action == Discard ? 500 : 1500;',
    'public void Start() { timer.Change(); }',
    'var lockTimeoutMs = closing ? 2500 : 3500; Lock(lockTimeoutMs);',
    ...Array.from({ length: 12 }, (_, at) => `public int Number${at};`),
  ];
  const all = texts.map((text, at) => sourceOf(someEvidence(at + 1, { path: `src/${at}.cs`, text })));
  const [statement] = statementsOf(
    'At shutdown it tries to take the lock for 500 ms with `Discard` and for 5000 ms otherwise [1].',
  );
  const verdict = statement && verdictOf(statement, all);
  expect(verdict).toMatchObject({ status: 'unsupported', open: 'to a model' });
  expect(verdict?.sources.map(({ item }) => item.n).slice(0, 2)).toEqual([1, 2]);
  expect(verdict?.sources).toHaveLength(4);
});

describe('an item of a list', () => {
  const methods = sourceOf(
    someEvidence(1, { path: 'src/retry.ts', text: "const methods = ['get', 'put', 'head', 'trace'];" }),
  );
  const verdicts = (answer: string) =>
    statementsOf(answer)
      .filter(({ under }) => under !== undefined)
      .map((one) => verdictOf(one, [methods]))
      .map(({ status, open }) => `${status}, ${open}`);

  it('is not supported by its words alone: what is said above the list may be the opposite', () => {
    expect(verdicts('Not retried are:\n\n- PUT and HEAD [1]\n- TRACE [1]')).toEqual([
      'inferred, to a model',
      'inferred, to a model',
    ]);
  });

  it('may be a sentence of its own', () => {
    const page = sourceOf(someEvidence(1, { path: 'a.md', text: 'The queue keeps failed jobs for a week.' }));
    const [, item] = statementsOf('What it does:\n\n- The queue keeps failed jobs for a week [1].');
    expect(item && verdictOf(item, [page])).toMatchObject({ status: 'supported', open: 'no' });
  });
});
