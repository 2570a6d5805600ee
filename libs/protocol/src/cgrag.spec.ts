import * as fc from 'fast-check';
import { defined } from '@quarry/turn';
import { cgragProtocol } from './cgrag';
import { answers, malformed, needs } from './testing/cgrag-replies';
import { chunksOf, inPieces, near, shownOf } from './testing/streams';

describe('cgrag protocol', () => {
  it.each(answers)('answer: %s', (_what, reply, text) => {
    expect(cgragProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: 'answer',
      verdict: { kind: 'answer', text },
    });
  });

  it.each(needs)('need: %s', (_what, reply, answer, requests) => {
    expect(cgragProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: 'need',
      verdict: { kind: 'need', requests, ...defined({ answer }) },
    });
  });

  it.each(malformed)('malformed: %s', (_what, reply) => {
    expect(cgragProtocol.parse(reply)).toEqual({
      ok: false,
      error: expect.stringMatching(/^[A-Z].+ANSWER:.+\.$/) as string,
    });
  });

  it.each([
    ['prose', 'It retries.', 'The reply does not begin with one of its labels.'],
    ['two lists', 'ANSWER: a\nMISSING: Foo\nMISSING: Bar', "The section 'MISSING:' stands there twice;"],
    ['nothing', 'ANSWER:', 'There is no answer, and nothing is said to be missing.'],
  ])('says what is wrong: %s', (_what, reply, error) => {
    expect(cgragProtocol.parse(reply)).toMatchObject({ error: expect.stringContaining(error) as string });
  });

  it('reads 100,000 characters of anything in one go and piece by piece', () => {
    for (const unit of [
      'ANSWER:',
      'ANSWER:\n',
      '<answer>',
      '</answer>',
      '**',
      '```\n',
      '---\n',
      '\n',
      '<',
      '(',
    ]) {
      for (const start of ['', 'ANSWER: ', '<answer>']) {
        const reply = start + unit.repeat(100_000 / unit.length);
        expect(typeof cgragProtocol.parse(reply).ok).toBe('boolean');
        shownOf(cgragProtocol, chunksOf(reply, 997));
      }
    }
  });
});

it('serves at most eight missing items, and names the others', () => {
  const parsed = cgragProtocol.parse(
    `ANSWER: a\nMISSING:\n${[...'abcdefghij'].map((name) => `- ${name}`).join('\n')}`,
  );
  expect(parsed).toMatchObject({ verdict: { requests: [...'abcdefgh'], leftOut: { texts: ['i', 'j'] } } });
});

const PIECES = [
  'ANSWER:',
  '**ANSWER:**',
  '**MISSING:**',
  'MISSING:',
  'MISSING',
  '(or "NONE"',
  'MISS',
  'ING:',
  'NONE',
  '<answer>',
  '</answer>',
  '<missing>',
  '</mis',
  '<',
  '>',
  ':',
  '[',
  ']',
  '**',
  '`',
  '```',
  '```ts\n',
  '```\n',
  '---\n',
  '\n',
  '\r\n',
  ' ',
  '- Foo\n',
  '## Answer\n',
  '\u200B',
  '：',
  '😀',
  ' '.repeat(300),
  'x'.repeat(250),
];
const replies = fc.oneof(
  near(PIECES, [
    'ANSWER: ',
    '```\nANSWER: ',
    '**ANSWER: ',
    '<answer>',
    'Sure:\n\nAnswer: ',
    'MISSING: x\nANSWER: a',
  ]),
  fc.constantFrom(...[...answers, ...needs, ...malformed].map(([, reply]) => reply)),
);

/** Errors found only after the answer, which was already shown: a new attempt takes it back. */
const LATE = /twice|fence is not closed/;

describe('gate of the cgrag protocol', () => {
  it('has shown the answer where what follows it is refused', () => {
    const text = '**ANSWER: !\r\nMISSING:\r\n```\nANSWER:';
    expect(cgragProtocol.parse(text)).toEqual({ ok: false, error: expect.stringMatching(LATE) as string });
    expect(shownOf(cgragProtocol, [text])).toBe('!');
  });

  it('shows the same for every split, and exactly what parse() says is the answer', () => {
    fc.assert(
      fc.property(inPieces(replies), ({ text, deltas }) => {
        const shown = shownOf(cgragProtocol, [text]);
        expect(shownOf(cgragProtocol, deltas)).toBe(shown);
        expect(shownOf(cgragProtocol, [...text])).toBe(shown);
        const parsed = cgragProtocol.parse(text);
        if (parsed.ok && parsed.verdict.kind === 'answer') expect(shown).toBe(parsed.verdict.text);
        if (parsed.ok && parsed.verdict.kind === 'need') expect(shown).toBe(parsed.verdict.answer ?? '');
        if (!parsed.ok && !LATE.test(parsed.error)) expect(shown).toBe('');
      }),
      { numRuns: 1_000 },
    );
  });

  const shown = [...answers, ...needs.map(([what, reply, answer]) => [what, reply, answer ?? ''] as const)];
  it.each(shown)('every split in two: %s', (_what, reply, answer) => {
    for (let cut = 0; cut <= reply.length; cut += 1) {
      expect(shownOf(cgragProtocol, [reply.slice(0, cut), reply.slice(cut)])).toBe(answer);
    }
  });

  it('shows text as soon as it cannot be a label', () => {
    const gate = cgragProtocol.openGate();
    const deltas = ['ANS', 'WER:', ' It', ' is\n', 'Mis', 'ty', '\nMISS', 'ING:', ' Foo'];
    expect(deltas.map((delta) => gate.push(delta))).toEqual(['', '', 'It', ' is', '', '\nMisty', '', '', '']);
    expect(gate.end()).toBe('');
    expect(gate.push('late')).toBe('');
  });
});
