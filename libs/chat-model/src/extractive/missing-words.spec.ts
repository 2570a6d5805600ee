import { evidence, inputs } from './testing/evidence';
import { answerReply } from './answer.task';
import { missingWords } from './missing-words';
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
    expect(missingWords(termsOf('`watch_key`'))).toBe('');
  });
});
