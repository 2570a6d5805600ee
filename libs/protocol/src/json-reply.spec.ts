import * as fc from 'fast-check';
import { findProtocol, PROTOCOLS } from './protocols';
import { NOTHING, SAME } from './testing/json-forms';
import { JSON_CASES } from './testing/json-replies';

const isComplete = (verdict: object) => 'complete' in verdict && verdict.complete;
const ERROR = /^[A-Z].+Reply with one JSON object of this form: \{.+\}\.$/s;

it('has cases for every JSON protocol', () => {
  const names = PROTOCOLS.filter(({ schema }) => schema).map(({ name }) => name);
  expect(Object.keys(JSON_CASES).sort()).toEqual(names.sort());
});

it.each([
  [
    'completeness',
    '{"is_complete": true or false, "missing_information": "text", "follow_up_queries": ["text", …]}',
  ],
  [
    'claims',
    '{"claims": [{"n": number, "status": "supported" or "inferred" or "unsupported" or "contradicted", "why": "text"}, …]}',
  ],
])('shows the form that the protocol %s asks for', (name, form) => {
  expect(findProtocol(name)?.parse('x')).toMatchObject({ error: expect.stringContaining(form) as string });
});

describe.each(Object.entries(JSON_CASES))('%s protocol', (name, { plain, outcome, verdict, good, bad }) => {
  const protocol = findProtocol(name);
  const parse = (reply: string) => protocol?.parse(reply);

  it.each(SAME)('reads a reply %s', (_what, form) => {
    expect(parse(form(plain))).toEqual({ ok: true, outcome, verdict });
  });

  it.each(good)('reads %s', (_what, reply, expected, holds) => {
    expect(parse(reply)).toMatchObject({ ok: true, outcome: expected, verdict: holds });
  });

  it.each(NOTHING)('refuses %s', (_what, reply) => {
    expect(parse(reply)).toEqual({ ok: false, error: expect.stringMatching(ERROR) as string });
  });

  it.each(bad)('refuses, and says why: %s', (_what, reply, named) => {
    const parsed = parse(reply);
    expect(parsed).toEqual({ ok: false, error: expect.stringMatching(ERROR) as string });
    expect(parsed).toMatchObject({ error: expect.stringContaining(named) as string });
  });

  it('has a strict schema: nothing may be left out, nothing added', () => {
    const { properties, required, additionalProperties } = protocol?.schema ?? {};
    expect(required).toEqual(Object.keys(properties as object));
    expect(additionalProperties).toBe(false);
  });

  it('declares every outcome that it gives, and reads any object without throwing', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(JSON.parse(plain) as object), 'x'), fc.jsonValue()),
        (value) => {
          const parsed = parse(JSON.stringify(value));
          if (parsed?.ok) expect(protocol?.outcomes).toContain(parsed.outcome);
        },
      ),
    );
  });

  it('reads the same where the reply is cut off, or refuses: never another judgement', () => {
    for (let end = 0; end < plain.length; end += 1) {
      const parsed = parse(plain.slice(0, end));
      if (parsed?.ok)
        expect([parsed.outcome, isComplete(parsed.verdict)]).toEqual([outcome, isComplete(verdict)]);
    }
  });

  it('shows nothing', () => {
    const gate = protocol?.openGate();
    expect(`${gate?.push(plain) ?? 'x'}${gate?.end() ?? 'x'}`).toBe('');
  });
});
