import * as fc from 'fast-check';
import { defined } from '@quarry/turn';
import { synthesisProtocol } from './synthesis';
import { inPieces, near, shownOf } from './testing/streams';
import { answers, malformed } from './testing/synthesis-replies';

describe('synthesis protocol', () => {
  it.each(answers)('answer: %s', (_what, reply, text, insufficient, contradictions) => {
    expect(synthesisProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: 'answer',
      verdict: {
        kind: 'answer',
        text,
        ...defined({ insufficient }),
        ...(contradictions.length === 0 ? {} : { contradictions }),
      },
    });
  });

  it.each(malformed)('malformed: %s', (_what, reply) => {
    expect(synthesisProtocol.parse(reply)).toEqual({
      ok: false,
      error: expect.stringMatching(/^[A-Z].+ANSWER:.+\.$/) as string,
    });
  });

  it('names at most eight contradictions, each in at most 500 characters, and counts the others', () => {
    const list = Array.from({ length: 20 }, (_, i) => `- ${i} ${'x'.repeat(600)}`).join('\n');
    const parsed = synthesisProtocol.parse(`ANSWER: a\nCONTRADICTIONS:\n${list}`);
    const kept = parsed.ok && parsed.verdict.kind === 'answer' ? parsed.verdict.contradictions : [];
    expect(kept?.slice(0, 8).map((item) => item.length)).toEqual(Array.from({ length: 8 }, () => 500));
    expect(kept?.slice(8)).toEqual(['and 12 more']);
  });
});

describe('gate of the synthesis protocol', () => {
  const pieces = [
    'ANSWER:',
    'CONTRADICTIONS:',
    'INSUFFICIENT:',
    '**',
    '\n',
    '<answer>',
    '</answer>',
    '```\n',
    'x',
    '---\n',
    'CON',
  ];
  const replies = fc.oneof(
    near(pieces, ['ANSWER: ', '**ANSWER: ', '<answer>']),
    fc.constantFrom(...answers.map(([, reply]) => reply), ...malformed.map(([, reply]) => reply)),
  );

  it('shows the same for every split, and exactly what parse() says is the answer', () => {
    fc.assert(
      fc.property(inPieces(replies), ({ text, deltas }) => {
        const shown = shownOf(synthesisProtocol, [text]);
        expect(shownOf(synthesisProtocol, deltas)).toBe(shown);
        const parsed = synthesisProtocol.parse(text);
        if (parsed.ok) expect(parsed.verdict).toMatchObject({ text: shown });
        else if (!/twice|fence/.test(parsed.error)) expect(shown).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it.each(answers)('every split in two: %s', (_what, reply, answer) => {
    for (let cut = 0; cut <= reply.length; cut += 1) {
      expect(shownOf(synthesisProtocol, [reply.slice(0, cut), reply.slice(cut)])).toBe(answer);
    }
  });
});
