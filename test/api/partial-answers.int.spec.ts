import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { judgement } from '../scripted-model/judge';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { call, EventStream, startGateway } from './gateway-under-test';

interface Accepted {
  readonly links: { readonly self: string; readonly events: string };
}

const FIRST = 'Cancelling runs a procedure, and more is not known yet [1].';
const SECOND = 'Cancelling restores the stock and keeps the movement [1].';

/** 000, "Future Considerations": partial answers stream as passes complete, and a client can say what happens meanwhile. */
describe('the answers of a turn with several passes', () => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let model: ScriptedModel;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    let asked = 0;
    const replies = [
      `ANSWER:\n${FIRST}\n\nMISSING:\n- dbo.StockMovement`,
      `ANSWER:\n${SECOND}\n\nMISSING: NONE`,
    ];
    model = await startScriptedModel({
      replies: (request) =>
        request.system.startsWith('You are answering')
          ? { text: replies[Math.min(asked++, 1)] ?? '', deltaSize: 7 }
          : (judgement(request) ?? ''),
    });
    gateway = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
    });
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
    await fixture.remove();
  });

  it('stream pass by pass: pieces, the whole, the next requests, and new pieces', async () => {
    const question = 'What happens to stock when an invoice is cancelled?';
    const body = { question, pipeline: 'cgrag' };
    const { links } = (await call<Accepted>(gateway.url, 'POST /v1/turns', { body })).body;
    const events = await (await EventStream.open(gateway.url, links.events)).rest();

    // What a client shows that follows the API: append pieces, start again after a partial answer.
    const shown: string[] = [''];
    const messages: string[] = [];
    const partial: unknown[] = [];
    for (const { event, data } of events) {
      const said = JSON.parse(data) as { readonly text?: string; readonly message?: string };
      if (event === 'answer.delta') shown[0] = `${shown[0] ?? ''}${said.text ?? ''}`;
      if (event === 'answer.partial') {
        partial.push(said);
        shown.unshift('');
      }
      if (event === 'pass.started') messages.push(said.message ?? '');
    }
    expect(shown.map((text) => text.trim())).toEqual([SECOND, FIRST]);
    expect(partial).toMatchObject([{ pass: 1, text: FIRST }]);
    expect(messages).toEqual(['Retrieving context…', 'Retrieving additional context…']);
    // More than one piece for each answer, all of the first before its whole.
    const types = events.map(({ event }) => event);
    expect(types.indexOf('answer.delta')).toBeLessThan(types.indexOf('answer.partial'));
    expect(types.lastIndexOf('answer.delta')).toBeGreaterThan(types.indexOf('answer.partial'));
    expect(events.some(({ data }) => /MISSING|ANSWER:/.test(data) && !data.includes('promptHash'))).toBe(
      false,
    );

    expect((await call(gateway.url, `GET ${links.self}`)).body).toMatchObject({
      outcome: 'answered',
      answer: { text: SECOND },
      cgrag: {
        passes_used: 2,
        gaps_identified: ['dbo.StockMovement'],
        gaps_resolved: ['dbo.StockMovement'],
        gaps_unresolved: [],
        context_from_cache: false,
      },
      search_quality: { fts_searched: true, semantic_searched: false, graph_searched: true },
      passReports: [{ pass: 1 }, { pass: 2, asked: [{ text: 'dbo.StockMovement', notFound: null }] }],
    });
  });
});
