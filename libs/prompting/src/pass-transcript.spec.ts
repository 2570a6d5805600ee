import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { Need, Tool } from '@quarry/turn';
import { passTranscriptOf } from './pass-transcript';

const called = (n: number, pass: number, tool: Tool, fields: Partial<Need> = {}): Need => ({
  id: `need-${n}`,
  pass,
  text: `section-${n}`,
  status: 'resolved',
  resolvedBy: [],
  call: { tool, id: `c${n}`, arguments: { id: `section-${n}` } },
  ...fields,
});
const spent = { loops: 1, modelCalls: 0, inputTokens: 0, outputTokens: 0, calls: [] };
const turn = aTurn({
  spent,
  evidence: [
    someEvidence(1, { text: 'read before' }),
    someEvidence(2, { pass: 2, text: `the long text ${'word '.repeat(300)}` }),
    someEvidence(3, { pass: 2, text: 'the short text' }),
  ],
  needs: [
    called(1, 1, 'fetch_section', { resolvedBy: [1] }),
    called(2, 2, 'fetch_section', { resolvedBy: [2] }),
    called(3, 2, 'fetch_section', { resolvedBy: [3, 2] }),
    called(4, 2, 'calculate'),
    called(5, 2, 'fetch_section', {
      status: 'open',
      call: { tool: 'fetch_section', id: 'c2', arguments: { id: 'x' }, note: 'there is no section x' },
    }),
  ],
});
const contents = (tokens: number): string[] =>
  passTranscriptOf(turn, ['fetch_section'], tokens)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);

describe('passTranscriptOf', () => {
  it('starts every pass afresh, and shows the results of its tools (001, "Clean context per extraction")', () => {
    const [first = '', second = '', third = ''] = contents(10_000);
    expect(contents(10_000)).toHaveLength(3);
    expect(first).toContain('the long text');
    expect(second).toMatch(/the short text[\s\S]*It stands above: \[2\]/);
    expect(third).toContain('there is no section x');
    expect(contents(10_000).join()).not.toContain('read before');
  });

  it('returns every result under the id of its call, each used once', () => {
    const messages = passTranscriptOf(turn, ['fetch_section'], 10_000);
    const made = messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    );
    const given = messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
    expect(made).toEqual(given);
    expect(new Set(made).size).toBe(3);
  });

  it('leaves out the oldest texts if there is no room, and reports it', () => {
    const [first = '', second = ''] = contents(100);
    expect(first).toMatch(/left out to save room/);
    expect(first).not.toContain('word word');
    expect(second).toContain('the short text');
  });
});
