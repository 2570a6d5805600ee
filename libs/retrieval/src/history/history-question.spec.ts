import { historyQuestionOf } from './history-question';

describe('a question about the history', () => {
  it.each([
    [
      'Why was the retry limit raised?',
      { change: 'changed', verb: 'raised', why: true, order: 'best', subject: 'retry limit' },
    ],
    ['When was `HttpClient` introduced?', { change: 'added', order: 'oldest', names: ['HttpClient'] }],
    ['When was the netrc support introduced?', { change: 'added', verb: 'introduced', subject: 'netrc' }],
    ['What changed last in src/client.py?', { order: 'newest', paths: ['src/client.py'], subject: '' }],
    [
      'Which commit removed the class Foo?',
      { change: 'removed', explicit: true, names: ['Foo'], subject: 'Foo' },
    ],
    ['Since when does send() follow redirects?', { order: 'oldest' }],
    ['Why did you drop Python 2?', { change: 'removed', verb: 'drop', subject: 'Python 2' }],
    ['Who last changed retry.ts?', { order: 'newest', paths: ['retry.ts'] }],
    ['What is the history of src/retry.ts?', { order: 'newest', paths: ['src/retry.ts'] }],
    ['Show the latest commits', { order: 'newest', subject: '', explicit: true }],
    ['Why has the timeout been lowered?', { verb: 'lowered', subject: 'timeout' }],
    ['When was `Retry` renamed?', { change: 'renamed', names: ['Retry'] }],
  ] as const)('%s', (text, expected) => {
    expect(historyQuestionOf(text)).toMatchObject(expected);
  });

  it.each([
    'When is the retry limit checked?',
    'When is X called?',
    'Why does send fail?',
    'Why is the cookie removed on a redirect?',
    'Why was a ValueError raised by parse?',
    'Who calls Client.send?',
    'What does the commit store do?',
    'How are commits read?',
    'How is a repository added?',
    'When was the bridge opened?',
    'Why was the support bad?',
    'What is the history of Rome?',
    'Which functions remove a file?',
    'What changed in revenue in 2022?',
    'How do I change the timeout?',
    'Who wrote to the socket?',
    'When does a job become stale?',
    '',
  ])('is not: %s', (text) => {
    expect(historyQuestionOf(text)).toBeNull();
  });
});
