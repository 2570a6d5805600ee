import type { Embedder } from '@quarry/embedder';
import { someEvidence } from '@quarry/engine/testing';
import { judgeByMeaning } from './by-meaning';
import { sourceOf } from './passages';
import { statementsOf } from './statements';
import { verdictOf, type Verdict } from './verdict';

/**
 * An embedder whose similarity is the number in a text, in percent: `near 70` has similarity .70 to every sentence
 * without a number. Records its calls.
 */
class Nearness implements Embedder {
  readonly id = 'nearness';
  readonly dimension = 2;
  readonly calls: Parameters<Embedder['embed']>[] = [];

  embed(...call: Parameters<Embedder['embed']>): ReturnType<Embedder['embed']> {
    this.calls.push(call);
    return Promise.resolve(
      call[0].map((text) => {
        const cosine = Number(/near (\d+)/.exec(text)?.[1] ?? 100) / 100;
        return Float32Array.from([cosine, Math.sqrt(1 - cosine ** 2)]);
      }),
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const { signal } = new AbortController();
const OPEN = 'Old *tapes*\n`gather` dust [1].';

function open(text: string, facts: number, ...passages: readonly string[]): Verdict {
  const [statement] = statementsOf(text);
  if (!statement) throw new Error('no statement');
  const sources = passages.map((passage, at) =>
    sourceOf(someEvidence(at + 1, { path: 'a.md', text: passage })),
  );
  return { ...verdictOf(statement, sources), status: 'unsupported', open: 'to meaning', facts, sources };
}

async function judged(least: number, ...verdicts: readonly Verdict[]) {
  const embedder = new Nearness();
  return { verdicts: await judgeByMeaning(verdicts, embedder, least, signal), calls: embedder.calls };
}

describe('sentences compared by meaning', () => {
  it.each([
    [0, 49, 'unsupported'],
    [0, 50, 'inferred'],
    // However similar: a sentence with one altered word is, too.
    [0, 99, 'inferred'],
    [1, 49, 'unsupported'],
    [1, 99, 'inferred'],
  ])('with %d facts, at .%d of a passage: %s', async (facts, near, status) => {
    const { verdicts } = await judged(0.495, open(OPEN, facts, `It is near ${near}.`));
    expect(verdicts).toMatchObject([
      status === 'unsupported'
        ? { status, by: 'code' }
        : { status, by: 'embedding', why: `[1] is close to it in meaning (0.${near})` },
    ]);
  });

  it('are inferred exactly at the threshold', async () => {
    const [exact] = (await judged(1, open(OPEN, 0, 'It is near 100.'))).verdicts;
    expect(exact?.status).toBe('inferred');
  });

  it('are compared only with their own passages, and choose the nearest', async () => {
    const own = open(OPEN, 0, 'It is near 60.', 'It is near 80.', 'It is near 70.');
    const other = { ...open(OPEN, 0, 'It is near 55.'), sources: own.sources.slice(0, 1) };
    const { verdicts } = await judged(0.5, own, other);
    expect(verdicts.map(({ why }) => why)).toEqual([
      '[2] is close to it in meaning (0.80)',
      '[1] is close to it in meaning (0.60)',
    ]);
  });

  it('are embedded as plain text, with their passages, if they are open', async () => {
    const decided = { ...open('It is near 10.', 0, 'It is near 90.'), open: 'no' } as const;
    const { verdicts, calls } = await judged(0.5, decided, open(OPEN, 0, 'It is near 60.'));
    expect(calls).toEqual([[['Old tapes gather dust.', 'It is near 60.'], { as: 'passage', signal }]]);
    expect(verdicts[0]).toBe(decided);
    expect((await judged(0.5, decided)).calls).toEqual([]);
  });

  it.each([160, 161, 200])(
    'are compared with 160 of %d passages, those that share the most words',
    async (n) => {
      // Each is a paragraph of one sentence; the last ones have the words of the sentence.
      const text = Array.from({ length: n }, (_, at) =>
        at < n - 2 ? `Filler ${at} is near 10.` : `Tapes near ${at}.`,
      );
      const { calls } = await judged(0.5, open('The tapes gather at the end.', 0, text.join('\n\n')));
      const passages = calls[0]?.[0].slice(1) ?? [];
      expect(passages).toHaveLength(160);
      const best = n === 160 ? passages.slice(-2) : passages.slice(0, 2);
      expect(best).toEqual([`Tapes near ${n - 2}.`, `Tapes near ${n - 1}.`]);
      expect(passages).toContain('Filler 0 is near 10.');
    },
  );
});
