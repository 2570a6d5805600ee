import { expectRefusal, Workplace } from './quarry';

describe('demo and setup without a network', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  it('the demo indexes the code of Quarry, asks and answers by keywords, and says so', async () => {
    const shown = await at.run(['demo', '--offline', '--data', at.path('data')]);
    expect(shown).toMatchObject({ code: 0, err: expect.stringContaining('note keyword search only: ') });
    expect(shown.err).toMatch(/^indexed \d+ files/m);
    expect(shown.err).toMatch(/^pass 1 {2}/m);
    // One pass cannot answer it, and what a later pass found is cited.
    expect(shown.err).toMatch(/^pass 2 {2}/m);
    expect(shown.out).toMatch(/^ {2}\[\d+\] .+(?:\n {6}| {2}).+, pass [2-9]/m);
    // A question about structure: the whole list, from the code graph alone.
    expect(shown.out).toMatch(/^\d implementations of `ChatModel`/m);
    expect(shown.out).toContain('`HttpChatModel`, `libs/chat-model/src/http/http-chat-model.ts`, line ');
    expect(shown.out).toMatch(/^Answered from the code graph: the list is complete$/m);
    // Vectors of it all would take minutes; the way to them is among the next steps.
    // Without a model, another run of `quarry index` alone would add none.
    expect(shown.err).toMatch(/^note \d+ chunks without a vector: .*'quarry setup'.*'quarry index'/m);
    const data = at.path('data');
    expect(shown.err).toMatch(
      new RegExp(
        `^Next:\\n {2}\\./quarry index PATH .+\\n.+\\n {2}\\./quarry index .*--repository quarry --data ${data} `,
        'm',
      ),
    );
    expect(shown.out).toContain('Sources');
    // The demo's source contains the words of the question, which is not evidence.
    expect(shown.out).not.toContain('commands/demo.ts');
  });

  it('setup names the source that cannot be reached', async () => {
    const refused = await at.run(['setup', '--model-source', 'http://127.0.0.1:1']);
    expectRefusal(refused, 1, 'setup_failed', '127.0.0.1:1');
  });
});
