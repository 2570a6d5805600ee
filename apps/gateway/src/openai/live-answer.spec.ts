import fc from 'fast-check';
import { canonicalMarks, type TurnEventBody } from '@quarry/turn';
import { CITATION_FORMS, KNOWN } from '@quarry/turn/testing';
import { LiveAnswer } from './live-answer';

const known = Array.from({ length: KNOWN }, (_, at) => at + 1);
const found: TurnEventBody = {
  type: 'evidence.found',
  pass: 1,
  items: known.map((n) => ({ n, path: 'a.ts', startLine: 1, endLine: 2, foundBy: 'bm25' })),
};
const finished = { type: 'step.finished' } as TurnEventBody;
const partial: TurnEventBody = { type: 'answer.partial', pass: 1, text: '' };
const reset: TurnEventBody = { type: 'reset' };
const deltas = (...texts: readonly string[]): readonly TurnEventBody[] =>
  texts.map((text) => ({ type: 'answer.delta', text }));

/** What is shown, by version, before the end and after it. */
function show(events: readonly TurnEventBody[], content: string): { before: string[]; after: string[] } {
  const live = new LiveAnswer();
  const shown: string[] = [];
  const add = (piece: ReturnType<LiveAnswer['end']>): void => {
    if (piece) shown[piece.version] = (shown[piece.version] ?? '') + piece.text;
  };
  for (const event of events) add(live.on(event));
  const before = [...shown];
  add(live.end(content));
  return { before, after: shown };
}

it('shows whole words while they are written, and the rest at the end', () => {
  const { before, after } = show(
    [found, ...deltas('It ret', 'ries twice', ' and th')],
    'It retries twice and then fails.',
  );
  expect(before).toEqual(['It retries twice and']);
  expect(after).toEqual(['It retries twice and then fails.']);
});

it.each(CITATION_FORMS)('shows %j in one version, letter by letter', (written, _cites, becomes) => {
  const text = `${written.trim()} So far.`;
  const content = canonicalMarks(text, new Set(known)).text;
  expect(show([found, ...deltas(...text)], content).after).toEqual([content]);
  expect(content.startsWith(becomes.trim())).toBe(true);
});

it('ends with the final answer as its last version, whatever is written and cut', () => {
  const word = fc.constantFrom(
    'It',
    '[1]',
    '[99]',
    '`a[0]`',
    '`',
    '(1)',
    '[1-3]',
    '\n',
    '```\n',
    '- x',
    ' ',
    '【5†a】',
  );
  const event = fc.oneof(
    { weight: 8, arbitrary: word.map((text): TurnEventBody => ({ type: 'answer.delta', text })) },
    fc.constantFrom(partial, finished, reset),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.string(), (events, content) => {
      const { before, after } = show([found, ...events], content);
      if (content !== '') expect(after.at(-1)).toBe(content);
      expect(after.length).toBeLessThanOrEqual(before.length + 1);
      expect(after.every((text) => typeof text === 'string' && text !== '')).toBe(true);
    }),
  );
});

it('begins a new version for the answer of another pass, and none if nothing was shown', () => {
  const second = [partial, ...deltas('So ', 'it is ', 'today')];
  expect(show([...deltas('Not ', 'known ', 'yet.'), finished, ...second], 'So it is today.').after).toEqual([
    'Not known',
    'So it is today.',
  ]);
  expect(show([...deltas('Unknown.'), finished, ...second], 'So it is today.').after).toEqual([
    'So it is today.',
  ]);
});

it('shows nothing twice when a step starts again', () => {
  const again = [
    ...deltas('It retries ', 'twice '),
    reset,
    ...deltas('It ', 'retries ', 'twice and ', 'fails'),
  ];
  expect(show(again, 'It retries twice and fails.')).toEqual({
    before: ['It retries twice and'],
    after: ['It retries twice and fails.'],
  });
  const other = [...deltas('It retries ', 'twice '), reset, ...deltas('It ', 'fails ', 'at once.')];
  expect(show(other, 'It fails at once.').after).toEqual(['It retries twice', 'It fails at once.']);
});
