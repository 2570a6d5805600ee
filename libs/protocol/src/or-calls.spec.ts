import { evaluatorProtocol } from './evaluator';
import { extractionProtocol } from './extraction';

const FETCH = '{"tool": "fetch_section", "arguments": {"id": "x"}}';

describe('a JSON protocol with tools', () => {
  it.each([
    ['another tool', '{"tool": "grep", "arguments": {"id": "x"}}', "no tool 'grep'"],
    [
      'another tool, natively',
      '[Calling tools:]\n{"id":"c","tool":"grep","arguments":{}}',
      'The tools are: fetch_section {id, offset?, reread?}, fetch_table {table, row?, column?}.',
    ],
    ['no argument', '{"tool": "fetch_section", "arguments": {}}', "needs the argument 'id'"],
    ['the marker alone', '[Calling tools:]', 'no call of a tool'],
    ['the marker alone, with blanks in it', '**[ calling tools :]', 'no call of a tool'],
    ['a result and a call', `{"findings": []}\n${FETCH}`, 'which one is meant'],
  ])('refuses %s', (_what, reply, named) => {
    const parsed = extractionProtocol.parse(reply);
    if (parsed.ok) throw new Error('the reply was read');
    const { skipped = [], ...rest } = parsed;
    expect(rest).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].+\.$/s) as string });
    expect(rest).toMatchObject({ error: expect.stringContaining(named) as string });
    for (const { call } of skipped) expect(call.note).toMatch(/^[A-Z].+\.$/s);
  });

  it('names its own tools', () => {
    expect(evaluatorProtocol.parse('{"tool": "calculate", "arguments": {}}')).toMatchObject({
      error:
        "The tool 'calculate' needs the argument 'expression'. The tools are: calculate {expression, label?}.",
    });
  });

  it('takes native calls as they are, whatever stands beside them', () => {
    expect(extractionProtocol.parse(`[Calling tools:]\n${FETCH}\n{"findings": []}`)).toMatchObject({
      outcome: 'call',
    });
  });

  it('reads a result that only looks like a call', () => {
    const reply = '{"findings": [{"name": "Net sales", "input": "x", "value": 5}], "sections_searched": []}';
    expect(extractionProtocol.parse(reply)).toMatchObject({ outcome: 'found' });
  });
});
