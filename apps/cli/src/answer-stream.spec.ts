import type { TurnEventBody } from '@quarry/turn';
import { AnswerStream } from './answer-stream';
import { RecordedTerminal } from './testing/recorded-terminal';

function streamed(bodies: readonly TurnEventBody[]) {
  const terminal = new RecordedTerminal(true);
  const stream = new AnswerStream(terminal);
  bodies.forEach((body, at) => stream.show({ id: `1-${at}`, at, body }));
  return { out: terminal.said.out, text: stream.text };
}

const delta = (text: string) => ({ type: 'answer.delta', text }) as const;
const finished = { type: 'turn.finished', outcome: 'answered', reason: '' } as const;

describe('an answer on the terminal while it is written', () => {
  it('appears piece by piece, and ends its line', () => {
    expect(streamed([delta('By '), delta(''), delta('tax [1].'), finished])).toEqual({
      out: '\nBy tax [1].\n',
      text: 'By tax [1].',
    });
  });

  it.each([
    ['answer.partial', { type: 'answer.partial', pass: 1, text: 'x' }, '(a draft: the search continues)'],
    ['reset', { type: 'reset' }, '(interrupted: the step starts again)'],
  ] as const)('starts again after %s, with the reason', (_type, event, why) => {
    expect(streamed([delta('Draft.'), event, delta('Whole.'), finished])).toEqual({
      out: `\nDraft.\n${why}\n\nWhole.\n`,
      text: 'Whole.',
    });
    expect(streamed([event]).out).toBe('');
  });

  it('shows the brackets of a quotation without backslashes, wherever the text is cut', () => {
    const text = '> As in \\[5\\], `a\\[0\\]` and \\n.\\';
    const shown = '\n> As in [5], `a\\[0\\]` and \\n.\\\n';
    expect(streamed([delta(text), finished])).toEqual({ out: shown, text });
    expect(streamed([...[...text].map(delta), finished])).toEqual({ out: shown, text });
  });

  it('cannot act on the terminal', () => {
    expect(streamed([delta('a\x1b[2J\rb')]).out).toBe('\na\\x1b[2Jb');
  });
});
