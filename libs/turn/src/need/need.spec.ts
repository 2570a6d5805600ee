import {
  answerCall,
  isFor,
  normalizeQuery,
  openNeeds,
  raiseNeeds,
  resolveNeed,
  skipRequests,
  type Tool,
} from './need';

describe('normalizeQuery', () => {
  it.each([
    ['  Foo   Bar ', 'foo bar'],
    ['`src\\a.ts`', 'src/a.ts'],
    ['"What is X?"', 'what is x'],
    ['ＦＯＯ', 'foo'],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeQuery(text)).toBe(expected);
  });
});

describe('needs', () => {
  it('are raised once a pass, whatever their spelling', () => {
    const needs = raiseNeeds([], ['Foo', '`foo`', 'bar', ' '], 1);
    expect(needs.map((need) => need.text)).toEqual(['Foo', 'bar']);
    expect(raiseNeeds(needs, ['foo'], 2)).toHaveLength(3);
  });

  it('are resolved by evidence only', () => {
    const needs = raiseNeeds([], ['foo', 'bar'], 1);
    expect(resolveNeed(needs, 'foo', [])).toBe(needs);
    const resolved = resolveNeed(needs, 'foo', [4]);
    expect(resolved[0]).toMatchObject({ status: 'resolved', resolvedBy: [4] });
    expect(openNeeds({ needs: resolved }).map((need) => need.text)).toEqual(['bar']);
  });
});

describe('skipped requests', () => {
  const why = 'only the first 8 requests of a reply are served';
  const { needs, misses } = skipRequests(
    { needs: raiseNeeds([], ['foo'], 1), misses: [] },
    [
      { text: 'bar', why },
      { text: '`Bar`', why },
      { text: 'foo', why },
    ],
    1,
  );

  it('are misses with a reason, of which nothing looks for any', () => {
    expect(needs.map(({ text, status, skipped }) => [text, status, skipped])).toEqual([
      ['foo', 'open', undefined],
      ['bar', 'missed', true],
    ]);
    expect(misses).toEqual([{ pass: 1, text: 'bar', why, where: [] }]);
  });

  it('may be asked for after all, also in the same pass', () => {
    expect(openNeeds({ needs: raiseNeeds(needs, ['bar'], 1) }).map(({ text }) => text)).toEqual([
      'foo',
      'bar',
    ]);
  });
});

describe('calls of tools', () => {
  const call = (tool: Tool, text: string, id: string) => ({ text, call: { tool, id, arguments: {} } });
  const needs = raiseNeeds(
    [],
    [
      call('search', 'Invoice', 'a'),
      call('lookup', 'invoice', 'b'),
      call('search', 'invoice', 'c'),
      'Invoice',
    ],
    1,
  );

  it('are needs of their own for each tool and text', () => {
    expect(needs.map((need) => [need.id, need.call?.id])).toEqual([
      ['need-1', 'a'],
      ['need-2', 'b'],
      ['need-3', undefined],
    ]);
  });

  it('are for their own tool, and what was asked for in words is for search and lookup', () => {
    const tools: readonly Tool[] = ['search', 'lookup', 'fetch_section', 'fetch_table', 'calculate'];
    expect(needs.map((need) => tools.filter((tool) => isFor(need, tool)))).toEqual([
      ['search'],
      ['lookup'],
      ['search', 'lookup'],
    ]);
  });

  it('are answered one by one, by whatever their tool shows', () => {
    const answered = answerCall(needs, 'need-2', { by: [3, 3], note: 'two of them' });
    expect(answered[1]).toMatchObject({
      status: 'resolved',
      resolvedBy: [3],
      call: { id: 'b', note: 'two of them' },
    });
    expect([answered[0], answered[2]]).toEqual([needs[0], needs[2]]);
    expect(answerCall(answered, 'need-2', { by: [4] })).toEqual(answered);
  });

  it('stay open without evidence, and keep what the tool said', () => {
    expect(answerCall(needs, 'need-1', { by: [], note: 'nothing' })[0]).toMatchObject({
      status: 'open',
      call: { note: 'nothing' },
    });
  });

  it('are not resolved by what was asked for in words', () => {
    const resolved = resolveNeed(needs, 'Invoice', [1]);
    expect(resolved.map((need) => need.status)).toEqual(['open', 'open', 'resolved']);
  });
});
