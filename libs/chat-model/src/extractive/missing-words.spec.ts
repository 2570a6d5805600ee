import { evidence, inputs } from './testing/evidence';
import { answerReply } from './answer.task';
import { missingWords, wordsNowhere } from './missing-words';
import { termsOf } from './terms';

const PAGE = evidence(
  1,
  'docs/watch.md',
  'A watch sends each change of a key to the client that asked for it.\n\nA watch survives a change of the leader.',
  { language: 'markdown' },
);
const ask = (question: string): string =>
  answerReply(inputs({ question, evidence: [PAGE], queries: [question], stopped: true }), 2_000);

describe('words that no passage contains', () => {
  it('are named before the passages of a page', () => {
    const text = ask('How do I send each change of a key to a webhook?');
    expect(text).toContain('No passage that was found contains “webhook”.');
    expect(text.indexOf('“webhook”')).toBeLessThan(text.indexOf('`docs/watch.md`'));
    expect(text).toContain('[1]');
    expect(ask('How do I watch each change of a key?')).not.toContain('No passage');
  });

  it('are three at most, and no words of the asker', () => {
    expect(missingWords(termsOf('Which broker, queue, topic or mailbox rather than watch?'))).toBe(
      'No passage that was found contains “broker”, “queue” or “topic”.',
    );
    expect(missingWords(termsOf('What is the difference again, instead?'))).toBe('');
    expect(missingWords(termsOf('Who covers it, what raises it, and what breaks?'))).toBe('');
    expect(missingWords(termsOf('`watch_key`'))).toBe('');
  });
});

describe('words that the index does not have', () => {
  const coverage = { chunks: 900, together: 0.75, terms: 4, absent: ['retry', 'told', 'nicely'] };

  it('are named in an answer of code, without words of the asker', () => {
    expect(wordsNowhere(termsOf('How is a client told to retry nicely?'), coverage)).toBe(
      '“retry” occurs nowhere in what was indexed: the sources have other words for it, or do not have it.',
    );
    expect(wordsNowhere(termsOf('How is a client closed?'), coverage)).toBe('');
    expect(wordsNowhere(termsOf('How is a client told to retry?'), undefined)).toBe('');
  });

  it('stand before the passages', () => {
    const found = evidence(1, 'src/send.cs', 'Task Send(Request request)\n{\n    return Fail(request);\n}', {
      language: 'csharp',
      symbol: 'Mediator.Send',
    });
    const question = 'How does it retry a failed request?';
    const given = { ...coverage, together: 0.8, names: [], minAnswerable: 0 };
    const text = answerReply(
      inputs({ question, evidence: [found], queries: [question], stopped: true, coverage: given }),
      2_000,
    );
    expect(text).toMatch(/^\[Answer:\] “retry” occurs nowhere in what was indexed/);
    expect(text).toContain('[1]');
  });

  it('are named as words of another language, if the question is in one', () => {
    const found = evidence(1, 'src/mux.go', 'func route(path string) { find(path) }', {
      ...{ language: 'go', symbol: 'route' },
    });
    const question = 'Was passiert, wenn für einen Pfad keine passende Route gefunden wird?';
    const given = { ...coverage, absent: ['wenn', 'für', 'passiert'], minAnswerable: 0 };
    const names = ['Pfad', 'für'].map((name) => ({ name, kind: 'word' as const, occurs: false, near: [] }));
    const text = answerReply(
      inputs({
        question,
        evidence: [found],
        queries: [question],
        stopped: true,
        coverage: { ...given, names },
      }),
      2_000,
    );
    expect(text).toContain(
      'The question seems to be in German, and “passiert”, “Pfad” occur nowhere in what was indexed. Ask in the language of the sources, or set a language model, which translates the question.',
    );
    expect(text.match(/occurs? nowhere/g)).toHaveLength(1);
  });
});
