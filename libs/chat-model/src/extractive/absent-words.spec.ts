import { absentWords, asksForAbsentOnly } from './absent-words';
import { answerReply } from './answer.task';
import { evidence, inputs } from './testing/evidence';

const COMMANDS = evidence(
  1,
  'click/core.py',
  'class Command:\n    """Commands are the basic building block."""\n    def invoke(self, ctx):\n        return ctx.invoke(self.callback)',
  { language: 'python', symbol: 'core.Command' },
);

function asked(question: string, absent: readonly string[], names: readonly string[] = []) {
  const found = names.map((name) => ({ name, kind: 'code' as const, occurs: true, near: [] }));
  const coverage = {
    ...{ chunks: 900, together: 0.75, terms: 4, absent, names: found },
    minAnswerable: 0.6,
  };
  return inputs({ question, evidence: [COMMANDS], coverage });
}

describe('absentWords', () => {
  it.each([
    ['Does click support async commands?', ['async'], ['async']],
    ['Can it read passwords from a keyring?', ['keyring'], ['keyring']],
    ["Doesn't the command accept wildcards?", ['wildcards'], ['wildcards']],
    // What a question is asked with says nothing of the code.
    ['Does it safely support assembly?', ['safely', 'assembly'], ['assembly']],
    ['Can I compare schemas?', ['compare'], ['compare']],
    ['Is it possible to support async?', ['possible', 'support', 'async'], ['async']],
    // Other questions describe in words of their own what the code calls otherwise.
    ['What happens when a command expires?', ['happens', 'expires'], []],
    // A passage has it within another word.
    ['Does a command invoke a call back?', ['back'], []],
  ])('%s', (question, absent, expected) => {
    expect(absentWords(asked(question, absent))).toEqual(expected);
  });

  it('leaves names to those who looked for them in every spelling', () => {
    expect(absentWords(asked('Does it read max_retries?', ['max'], ['max_retries']))).toEqual([]);
  });

  it('ends the turn without passages if the question asks for nothing else', () => {
    const named = (question: string, absent: readonly string[]) => {
      const { coverage, ...more } = asked(question, absent);
      const names = [{ name: 'Jinja', kind: 'word' as const, occurs: true, near: [] }];
      return inputs({ ...more, ...(coverage && { coverage: { ...coverage, names } }) });
    };
    const question = named('Does Jinja support websockets?', ['websockets']);
    expect(asksForAbsentOnly(question)).toBe(true);
    expect(answerReply(question, 2_000)).not.toContain('[1]');
    expect(asksForAbsentOnly(named('Does Jinja support async commands?', ['async']))).toBe(false);
    expect(asksForAbsentOnly(named('Does Jinja support commands?', []))).toBe(false);
  });

  it('takes an acronym before an absent thing for what kind of thing it is', () => {
    const about = (question: string, absent: readonly string[]): boolean => {
      const names = [
        { name: 'Jinja', kind: 'word' as const, occurs: true, near: [] },
        { name: 'HTTP', kind: 'term' as const, occurs: true, near: [] },
      ];
      const coverage = { chunks: 900, together: 0.75, terms: 3, absent, names, minAnswerable: 0.6 };
      return asksForAbsentOnly(inputs({ question, evidence: [COMMANDS], coverage }));
    };
    expect(about('Does Jinja support HTTP proxies?', ['proxies'])).toBe(true);
    expect(about('Does Jinja support proxies over HTTP?', ['proxies'])).toBe(false);
  });

  it('is said before the passages, which follow', () => {
    const text = answerReply(asked('Does click support async commands?', ['async']), 2_000);
    expect(text).toMatch(
      /^\[Answer:\] “async” occurs nowhere in what was indexed\.\n\nNo language model wrote/,
    );
    expect(text).toContain('class Command');
  });
});
