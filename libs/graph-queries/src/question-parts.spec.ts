import { partsOf } from './question-parts';
import { questionOf } from './question';

const shown = (question: string): readonly string[] =>
  partsOf(question).map(({ text, asks }) => (asks ? `${asks.operation} ${asks.names.join(' ')}` : text));

describe('a question that asks several things', () => {
  it.each([
    ['Who calls parseOptions and which tests cover it?', ['callers parseOptions', 'tests parseOptions']],
    ['Who calls Client.send, and why does it retry?', ['callers Client.send', 'why does Client.send retry']],
    [
      'What lock prevents two servers from scheduling the same job, and who calls ScheduleNext?',
      ['What lock prevents two servers from scheduling the same job', 'callers ScheduleNext'],
    ],
    [
      'Who calls load? What implements IStore? What throws NotFound?',
      ['callers load', 'implementations IStore', 'throws NotFound'],
    ],
    [
      'Who calls _env, and in which order does it apply defaults?',
      ['callers _env', 'in which order does _env apply defaults'],
    ],
    ['Where is TIMEOUT read and what is its default?', ['readers TIMEOUT', "what is TIMEOUT's default"]],
  ])('%s', (question, parts) => {
    expect(shown(question)).toEqual(parts);
  });

  it.each([
    'How are failed jobs retried, and how often by default?',
    'Who calls load?',
    'How does the cache work and when is it cleared?',
    'Who calls load and store?',
  ])('%s has no parts for the code graph', (question) => {
    expect(shown(question)).toEqual([]);
  });

  it.each([
    ['Who calls load outside of tests?', 'without'],
    ['who calls load, excluding tests', 'without'],
    ['Where is Timeout used in tests?', 'only'],
    ['Who calls load?', undefined],
  ])('%s: %s tests', (question, among) => {
    expect(questionOf(question)?.among).toBe(among);
  });
});
