import { aContext, aTurn } from '@quarry/engine/testing';
import type { GraphNode, GraphStore } from '@quarry/graph-store';
import { CODE_GRAPH, conclusionOf, type Turn } from '@quarry/turn';
import { graphOf, method, SNAPSHOTS } from '../testing/graph';
import { AskGraphAction, AskGraphParams } from './ask-graph.action';

const key = (name: string): string => `csharp:Shop.${name}|METHOD`;
const callers = Array.from({ length: 60 }, (_, at) => method(`Caller${at}.Run`, 'callers', 1 + 4 * at));

const LIMIT: GraphNode = {
  ...method('Orders.Limit', 'orders', 20),
  kind: 'FIELD',
  key: 'csharp:Shop.Orders.Limit|FIELD',
  text: 'const int Limit = 50;',
};

/** A file that calls something outside of any definition. */
const INFO: GraphNode = { ...method('Info', 'info'), kind: 'FILE', key: 'file:src/info.cs|FILE' };

describe('ask_graph', () => {
  let graph: GraphStore;
  beforeAll(async () => {
    graph = await graphOf(
      [
        method('Orders.Cancel', 'orders'),
        method('Orders.Create', 'orders', 9),
        method('Invoices.Cancel', 'invoices'),
        LIMIT,
        {
          ...LIMIT,
          key: 'csharp:Shop.Orders.Spare|FIELD',
          name: 'Spare',
          qualifiedName: 'Shop.Orders.Spare',
        },
        { ...method('Orders.Draft', 'draft'), text: 'public void Draft() {\n  orders().Refund();\n}' },
        method('Orders.Refund', 'refund'),
        method('Orders.Register', 'register'),
        INFO,
        method('Till.Close', 'till'),
        { ...method('TillTests.Closes', 'till'), path: 'tests/till.cs' },
        { ...method('Shop.Stop', 'shop'), text: 'void Stop()\n{\n  till().Close();\n}' },
        ...callers,
        ...Array.from({ length: 13 }, (_, at) => method(`Kind${at}.Dispose`, `kind${at}`)),
      ],
      [
        [key('Orders.Create'), 'USES', key('Orders.Refund'), 10],
        ...callers.map(({ key: from }) => [from, 'CALLS', key('Orders.Create')] as const),
        [key('Orders.Create'), 'CALLS', key('Orders.Cancel')],
        [key('Orders.Create'), 'USES', LIMIT.key],
        [INFO.key, 'CALLS', key('Orders.Register'), 9],
        [key('TillTests.Closes'), 'CALLS', key('Till.Close'), 2],
      ],
    );
  });
  afterAll(() => graph.close());

  const run = (original: string, more: Partial<Turn> = {}) =>
    new AskGraphAction(graph, SNAPSHOTS).run(
      aTurn({ question: { original, isEnglish: true, english: null }, ...more }),
      new AskGraphParams(),
      aContext(),
    );

  it('answers with one line per relation, and says what proves it', async () => {
    const { outcome, patch, note } = await run('Who calls Orders.Cancel?');
    expect({ outcome, note }).toEqual({ outcome: 'answered', note: '1 caller of Orders.Cancel' });
    expect(patch?.answer).toMatchObject({
      writtenBy: CODE_GRAPH,
      proof: 'the list is complete',
    });
    expect(patch?.answer?.english.split('\n\n').slice(0, 2)).toEqual([
      '1 caller of `Orders.Cancel` [1]:',
      '- `Orders.Create`',
    ]);
    expect(patch?.searches?.at(-1)).toMatchObject({ mode: 'graph', hits: 1, index: 'shop@current' });
    expect(patch?.graph?.edges).toEqual([
      { from: key('Orders.Create'), to: key('Orders.Cancel'), kind: 'CALLS' },
    ]);
  });

  it('names a file once that calls outside of a definition', async () => {
    const { patch } = await run('Who calls Orders.Register?');
    expect(patch?.answer?.english.split('\n\n')[1]).toBe('- `src/info.cs`, line 9');
  });

  it('answers for each definition of a name that several have, and never mixes them', async () => {
    const { patch } = await run('Who calls Cancel?');
    expect(patch?.answer?.english.split('\n\n').slice(0, 4)).toEqual([
      '1 caller of `Cancel` (2 definitions) [1][2]:',
      '1 caller of `Orders.Cancel` (`src/orders.cs`, line 1) [1]:',
      '- `Orders.Create`',
      '- No callers of `Invoices.Cancel` (`src/invoices.cs`, line 1) [2]',
    ]);
  });

  it('quotes where a constant is set, behind what reads it', async () => {
    const { patch } = await run('Where is Orders.Limit configured?');
    const [, list, ...rest] = patch?.answer?.english.split('\n\n') ?? [];
    expect(patch?.answer?.proof).toBe('all that the code graph has');
    expect([list, ...rest.slice(0, 2)]).toEqual([
      '- `Orders.Create`',
      `\`${LIMIT.path}\`, line 20, \`${LIMIT.qualifiedName}\` [1]`,
      '```csharp\nconst int Limit = 50;\n```',
    ]);
  });

  it('says of a list without anything what the graph cannot know', async () => {
    const { patch } = await run('What reads Orders.Spare?');
    expect(patch?.answer?.english).toContain('Calls that are only known at run time');
    const some = await run('Where is Orders.Limit configured?');
    expect(some.patch?.answer?.english).not.toContain('Calls that are only known at run time');
  });

  it('lists so many relations, and counts the rest', async () => {
    const { patch } = await run('What calls the method Orders.Create?');
    const text = patch?.answer?.english ?? '';
    expect(text.match(/^- `Caller/gm)).toHaveLength(50);
    expect(text).toContain('- and 10 more: `quarry graph callers` `Orders.Create` lists them');
    expect(patch?.answer?.proof).toBe('the first 50 are listed of 60 callers of Orders.Create');
  });

  it('shows a way as steps, each with the one before', async () => {
    const { patch } = await run('How does Caller7.Run reach Orders.Cancel?');
    expect(patch?.answer?.english.split('\n\n')[1]).toBe(
      '- `Orders.Create` (called by `Caller7.Run`)\n- `Orders.Cancel` (called by `Orders.Create`)',
    );
    expect(patch?.answer?.proof).toBe('the code graph has 2 steps from Caller7.Run to Orders.Cancel');
  });

  it('answers each part of a question that asks for structure alone', async () => {
    const { outcome, patch } = await run('Who calls Orders.Cancel, and what does Orders.Create call?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english.match(/^\d.*:$/gm)).toEqual([
      '1 caller of `Orders.Cancel` [1]:',
      '1 function called by `Orders.Create` [2]:',
    ]);
    expect(patch?.answer?.proof).toBe('the list is complete');
  });

  it('answers a part about a misspelled name for the name that is meant', async () => {
    const { outcome, patch } = await run('Who calls Orders.Cancle, and what does Orders.Create call?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english).toMatch(
      /^No definition is named `Orders\.Cancle`\. This is the answer for `/,
    );
  });

  it('continues with the rest of a question, and keeps what it lists', async () => {
    const { outcome, patch } = await run('Who calls Orders.Cancel, and when does it give the money back?');
    expect(outcome).toBe('other');
    expect(patch?.answer).toBeUndefined();
    const listed = patch?.question?.listed;
    expect(listed?.rest).toBe('when does Orders.Cancel give the money back');
    expect(listed?.text).toContain('1 caller of `Orders.Cancel` [1]:');
    expect(patch?.evidence).toHaveLength(1);
  });

  it('continues with the whole question if the graph has none of its names', async () => {
    const { outcome, patch } = await run('Who calls Orders.Nothing, and when does it end?');
    expect([outcome, patch]).toEqual(['other', undefined]);
  });

  it('answers that nothing is there, at medium confidence', async () => {
    const { outcome, patch } = await run('Who calls Invoices.Cancel?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english).toMatch(/^No callers of `Invoices\.Cancel` \[1\]\.\n/);
    expect(conclusionOf({ ...aTurn(), ...patch })).toMatchObject({
      ...{ outcome: 'answered', reason: 'no callers of Invoices.Cancel' },
      confidence: { level: 'medium' },
    });
  });

  it('cites the line that declares a name, alone, and says nothing of calls', async () => {
    const { outcome, patch } = await run('Where is Orders.Cancel defined?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english).toBe(
      '1 declaration of `Orders.Cancel`:\n\n- `Orders.Cancel` (method), `src/orders.cs`, line 1',
    );
    expect(patch?.answer?.proof).toBe('the list is complete');
    // Text, which search finds, may declare it.
    expect((await run('Where is `Orders.Refuse` defined?')).patch).toBeUndefined();
  });

  it('asks what a pronoun means that begins a conversation', async () => {
    const { outcome, patch } = await run('Who calls it?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english).toMatch(/^What is “it”\?/);
    expect(patch?.answer?.insufficient).toBe('“it” has no meaning yet');
    const history = { ...aTurn().history, forPrompt: 'Q: Where is Orders.Cancel defined?' };
    expect(await run('Who calls it?', { history })).toMatchObject({ outcome: 'other' });
  });

  it('says that a list is not complete where calls could not be placed', async () => {
    const { patch } = await run('What does Orders.Draft call?');
    expect(patch?.answer?.english).toContain(
      'Calls in it of names that the index defines, and that the code graph cannot place:\n\n- `Refund`',
    );
    expect(patch?.answer?.proof).toBe(
      'no certain functions called by Orders.Draft; 1 call in it could not be placed',
    );
  });

  it('lists the places that pass a function on, if nothing calls it', async () => {
    const { patch } = await run('Who calls Orders.Refund?');
    expect(patch?.answer?.english).toContain(
      '`Refund` is passed on as a value here, and may be called through it:\n\n- `Orders.Create`',
    );
    expect(patch?.answer?.english).toContain(
      'the code graph cannot place. Any of them may be one:\n\n- `Orders.Draft`',
    );
    expect(patch?.answer?.proof).toBe(
      'no direct callers of Orders.Refund; it is passed on as a value in 1 place; 1 call of something named Refund could not be placed',
    );
  });

  it('has the calls of product code that it cannot place before those of tests, each with its line', async () => {
    const { patch } = await run('Who calls Till.Close?');
    expect(patch?.answer?.english).toMatch(/cannot place.*Shop\.Stop.*In tests:\n\n- `TillTests\.Closes`/s);
    expect(patch?.evidence?.map(({ path, startLine }) => `${path}:${startLine}`)).toEqual([
      ...['src/till.cs:1', 'src/shop.cs:3', 'tests/till.cs:2'],
    ]);
    expect(patch?.graph?.edges).toMatchObject([
      { from: key('TillTests.Closes'), line: 2, path: 'tests/till.cs' },
    ]);
  });

  it('lists the definitions to choose from, where a name means too many', async () => {
    const { outcome, patch } = await run('Who calls Dispose?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english).toMatch(/^`Dispose` is the name of 13 definitions\. Ask again/);
    expect(patch?.answer?.insufficient).toContain('13 definitions');
    expect(patch?.answer?.proof).toBeUndefined();
  });

  it('leaves any other question to retrieval', async () => {
    expect(await run('Why does Orders.Create call Orders.Cancel?')).toMatchObject({ outcome: 'other' });
    const plan = { mode: 'hybrid', queries: [], filter: { pathPrefixes: ['web/'] } } as const;
    expect(await run('Who calls Orders.Cancel?', { plan })).toMatchObject({
      ...{ outcome: 'other', note: 'the filter leaves the definition out' },
    });
  });

  it('answers for the one name that a name is a misspelling of, and says so first', async () => {
    const { outcome, patch } = await run('Who calls Orders.Cancle?');
    expect(outcome).toBe('answered');
    expect(patch?.answer?.english.split('\n\n').slice(0, 3)).toEqual([
      'No definition is named `Orders.Cancle`. This is the answer for `Shop.Orders.Cancel`, the one name like it:',
      '1 caller of `Orders.Cancel` [1]:',
      '- `Orders.Create`',
    ]);
    expect(patch?.answer?.proof).toBe('all that the code graph has');
    expect(patch?.misses).toBeUndefined();
  });

  it('notes a name that the graph does not have, with the similar ones, as not found', async () => {
    const { outcome, patch } = await run('Who calls Orders.Cancelled?');
    expect(outcome).toBe('other');
    expect(patch?.misses).toEqual([
      {
        ...{ pass: 1, text: 'Orders.Cancelled', where: ['code graph: all names'] },
        why: expect.stringContaining('Shop.Orders.Cancel, Shop.Orders.Create') as string,
      },
    ]);
    expect((await run('Who calls cancle?')).patch).toEqual({});
  });
});
