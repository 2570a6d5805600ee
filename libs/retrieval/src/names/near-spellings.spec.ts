import { nearSpellings } from './near-spellings';

const chunk = (text: string) => ({
  ...{ id: text, path: 'a.go', startLine: 1, endLine: 1, text, language: 'go' },
  ...{ kind: 'window' as const, contentHash: text },
});

it('of one word in several spellings, names the one that is written as the name is', () => {
  const texts = ['roundrobin of all', 'TestRoundRobin(t)', 'type RoundRobin struct', 'ROUNDROBIN = 1'].map(
    chunk,
  );
  expect(nearSpellings('RoundRobbin', texts)[0]).toBe('RoundRobin');
  expect(nearSpellings('roundrobbin', texts)[0]).toBe('roundrobin');
});

// Hangfire: `RecurringJobScheduler` shares a part with the name, and is no spelling of it.
it.each([
  ['RecurringJobEntity.ScheduleNxt', ['RecurringJobEntity.ScheduleNext']],
  ['RecurringJobEntty::ScheduleNext', ['RecurringJobEntity.ScheduleNext']],
  ['RecurringJobEntity.Cancel', []],
  ['IsRecurringJobDue', []],
])('of %s are %j', (name, expected) => {
  const chunks = [
    'class RecurringJobScheduler',
    'var _recurringJob = new RecurringJobEntity();',
    'ScheduleNext()',
  ];
  expect(nearSpellings(name, chunks.map(chunk))).toEqual(expected);
});
