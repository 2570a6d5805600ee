import { nearSpellings } from './near-spellings';

it('of one word in several spellings, names the one that is written as the name is', () => {
  const chunk = (text: string) => ({
    ...{ id: text, path: 'a.go', startLine: 1, endLine: 1, text, language: 'go' },
    ...{ kind: 'window' as const, contentHash: text },
  });
  const texts = ['roundrobin of all', 'TestRoundRobin(t)', 'type RoundRobin struct', 'ROUNDROBIN = 1'].map(
    chunk,
  );
  expect(nearSpellings('RoundRobbin', texts)[0]).toBe('RoundRobin');
  expect(nearSpellings('roundrobbin', texts)[0]).toBe('roundrobin');
});
