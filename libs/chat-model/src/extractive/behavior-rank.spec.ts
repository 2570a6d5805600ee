import { rankedForBehavior } from './behavior-rank';
import { readEvidence } from './relevance';
import type { ReadItem } from './read-item';
import { evidence } from './testing/evidence';

const QUESTION = 'How is it saved?';
const [sample] = readEvidence(QUESTION, [
  evidence(1, 'a.py', 'def save(self):\n    self.saved = True\n', { language: 'python', symbol: 'A.save' }),
]).items;

function item(n: number, score: number, more: { path?: string; text?: string } = {}): ReadItem {
  if (!sample) throw new Error('no item was read');
  const { path = 'a.py', text } = more;
  const lines =
    text === undefined
      ? sample.lines
      : (readEvidence(QUESTION, [evidence(n, path, text)]).items[0]?.lines ?? []);
  return { ...sample, lines, score, evidence: { ...sample.evidence, n, path } };
}

const order = (question: string, ...items: readonly ReadItem[]) =>
  rankedForBehavior(question, items, () => 0).map(({ evidence: { n } }) => n);

const body = (lines: number) => `def save(self):\n${'    self.save()\n'.repeat(lines)}`;

describe('rankedForBehavior', () => {
  it('puts an item whose condition speaks of the question before one that has its words elsewhere', () => {
    const decides = item(5, 0.5, { text: 'def save(self):\n    if self.dirty:\n        self.flush()\n' });
    const states = item(2, 0.5, { text: 'def save(self):\n    self.dirty = False\n    self.saved()\n' });
    const share = (text: string): number => Number(text.includes('dirty'));
    const numbers = rankedForBehavior('When is it saved?', [states, decides], share);
    expect(numbers.map(({ evidence: { n } }) => n)).toEqual([5, 2]);
  });

  it('puts an item whose chunk is nearer in meaning first, also where the search did not find it', () => {
    const [found, far, near] = [
      item(1, 0.4, { path: 'b.py' }),
      item(9, 0.4),
      item(10, 0.4, { path: 'c.py' }),
    ];
    const similar = [
      { path: 'c.py', startLine: 1, endLine: 40, cosine: 0.6 },
      { path: 'c.py', startLine: 90, endLine: 99, cosine: 0.5 },
      { path: 'b.py', startLine: 80, endLine: 90, cosine: 0.1 },
    ];
    const numbers = rankedForBehavior(QUESTION, [found, far, near], () => 0, similar);
    expect(numbers.map(({ evidence: { n } }) => n)).toEqual([10, 1, 9]);
  });

  it('puts a first hit before an item that contains a little more of the question', () => {
    expect(order(QUESTION, item(8, 0.6), item(1, 0.5))).toEqual([1, 8]);
  });

  it('leaves an item first that contains much more', () => {
    expect(order(QUESTION, item(8, 0.6), item(1, 0.2))).toEqual([8, 1]);
  });

  it('puts a long function before a helper of two lines that contains a little more of the question', () => {
    expect(order(QUESTION, item(2, 0.6), item(3, 0.5, { text: body(30) }))).toEqual([3, 2]);
  });

  it('gains nothing from more than 30 lines', () => {
    expect(order(QUESTION, item(2, 0.5, { text: body(30) }), item(3, 0.5, { text: body(300) }))).toEqual([
      2, 3,
    ]);
  });

  it.each([
    ['a test', { path: 'tests/test_a.py' }, 'How does the test save it?'],
    ['a page', { path: 'guide.md' }, undefined],
    ['a type', { text: 'interface Saved {\n  save: boolean;\n}' }, 'Which fields are saved?'],
  ])('puts %s behind code that contains less, unless it is asked for', (_what, more, asked) => {
    expect(order(QUESTION, item(1, 0.6, more), item(2, 0.4))).toEqual([2, 1]);
    if (asked !== undefined) expect(order(asked, item(1, 0.6, more), item(2, 0.4))).toEqual([1, 2]);
  });

  it('keeps an empty list', () => {
    expect(order(QUESTION)).toEqual([]);
  });
});
