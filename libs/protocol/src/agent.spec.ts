import * as fc from 'fast-check';
import { agentProtocol } from './agent';
import { answers, calls, malformed, mixed } from './testing/agent-replies';
import { inPieces, near, shownOf } from './testing/streams';

function malformedReply(reply: string) {
  const parsed = agentProtocol.parse(reply);
  if (parsed.ok) throw new Error('the reply was read');
  return parsed;
}

describe('agent protocol', () => {
  it('requests nothing in words: a request behind its answer is text', () => {
    const reply = '[Answer:] a\n[Requesting data on:] b';
    const text = 'a\n[Requesting data on:] b';
    expect(agentProtocol.parse(reply)).toMatchObject({ outcome: 'answer', verdict: { text } });
    expect(shownOf(agentProtocol, [...reply])).toBe(text);
  });

  it.each(calls)('call: %s', (_what, reply, expected) => {
    const parsed = agentProtocol.parse(reply);
    expect(parsed).toMatchObject({
      ok: true,
      outcome: 'call',
      verdict: {
        kind: 'calls',
        calls: expected.map(([tool, text, more]) => ({ text, call: { tool, arguments: { ...more } } })),
      },
    });
    const made = parsed.ok && parsed.verdict.kind === 'calls' ? parsed.verdict.calls : [];
    expect(made).toHaveLength(expected.length);
    expect(new Set(made.map(({ call }) => call.id)).size).toBe(expected.length);
  });

  it.each(mixed)('some calls are made, and the others say why not: %s', (_what, reply, made, skipped) => {
    const parsed = agentProtocol.parse(reply);
    const verdict = parsed.ok && parsed.verdict.kind === 'calls' ? parsed.verdict : null;
    expect(verdict?.calls.map(({ text }) => text)).toEqual(made);
    expect(verdict?.skipped?.map(({ text }) => text)).toEqual(skipped.map(([text]) => text));
    for (const [at, [, why]] of skipped.entries()) expect(verdict?.skipped?.[at]?.call.note).toContain(why);
  });

  it.each(answers)('answer: %s', (_what, reply, text) => {
    expect(agentProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: 'answer',
      verdict: { kind: 'answer', text },
    });
  });

  it.each(malformed)('malformed: %s', (_what, reply, named) => {
    const { skipped = [], ...parsed } = malformedReply(reply);
    expect(parsed).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].+\.$/) as string });
    expect(parsed).toMatchObject({ error: expect.stringContaining(named) as string });
    for (const { call } of skipped) expect(call.note).toMatch(/^[A-Z].+\.$/);
  });

  it('keeps the identities that the model gave, and makes those that are missing', () => {
    const objects = [
      { id: 'call_9', tool: 'search', arguments: { query: 'a' } },
      { tool: 'search', arguments: { query: 'b' } },
      { id: 'call_9', tool: 'search', arguments: { query: 'c' } },
    ];
    const parsed = agentProtocol.parse(
      `[Calling tools:]\n${objects.map((object) => JSON.stringify(object)).join('\n')}`,
    );
    const made = parsed.ok && parsed.verdict.kind === 'calls' ? parsed.verdict.calls : [];
    expect(made.map(({ call }) => call.id)).toEqual(['call_9', 'c2', 'c3']);
  });

  it('names every tool with its arguments where a call is wrong', () => {
    expect(agentProtocol.parse('{"tool":"grep","arguments":{}}')).toMatchObject({
      error: expect.stringContaining(
        'search {query}, lookup {name}, fetch_section {id, offset?, reread?}',
      ) as string,
    });
  });
});

describe('gate of the agent protocol', () => {
  const pieces = [
    '[Calling tools:]',
    '[Calling',
    '[Answer:] ',
    '{"tool":"search","arguments":{"query":"a"}}',
    '{"tool"',
    '{',
    '}',
    '<tool_call>',
    '<',
    '```json\n',
    '```',
    '\n',
    ' ',
    'It is so.\n',
    'x',
    '[1]',
    '[',
    '👩‍💻',
    'x'.repeat(250),
  ];
  const replies = fc.oneof(
    near(pieces, ['[Answer:] ', 'It is.\n', '[Calling tools:]\n', '{"tool":', 'a\nb\n']),
    fc.constantFrom(...[...calls, ...answers, ...malformed, ...mixed].map(([, reply]) => reply)),
  );
  /** Reads the whole reply once, and then checks any number of its splits. */
  const checkerOf = (text: string): ((deltas: readonly string[]) => void) => {
    const whole = shownOf(agentProtocol, [text]);
    const parsed = agentProtocol.parse(text);
    if (parsed.ok && parsed.verdict.kind === 'answer') expect(whole).toBe(parsed.verdict.text);
    else expect(whole).not.toMatch(/^\s*\[calling tools?:|^\s*\{\s*"tool"/im);
    return (deltas) => {
      expect(shownOf(agentProtocol, deltas)).toBe(whole);
    };
  };

  it('shows exactly what parse() says is the answer, for every split, and never a call', () => {
    fc.assert(
      fc.property(inPieces(replies), ({ text, deltas }) => {
        const check = checkerOf(text);
        check(deltas);
        check([...text]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([...calls, ...answers, ...malformed, ...mixed].map(([what, reply]) => [what, reply] as const))(
    'every split in two: %s',
    (_what, reply) => {
      const check = checkerOf(reply);
      for (let cut = 0; cut <= reply.length; cut += 1) check([reply.slice(0, cut), reply.slice(cut)]);
    },
  );

  it.each(['', '\n  '])('shows an answer while it grows, with %j before it', (before) => {
    const gate = agentProtocol.openGate();
    gate.push(`${before}It retries three times.\n\nThen`);
    expect(gate.push(' it stops')).toBe(' it stops');
    expect(gate.push(', and') + gate.end()).toBe(', and');
    expect(gate.push('late')).toBe('');
  });

  it('shows an answer while it grows, with a call within a line', () => {
    const gate = agentProtocol.openGate();
    gate.push('It asks.\nThen it writes ');
    expect(gate.push('{"tool": "search"} and')).toBe(' {"tool": "search"} and');
  });
});
