import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { OwnServer } from '../../../../test/servers/own-server';
import { openHistoryStore } from '../adapters';
import { rowOf } from '../conformance';

describeWithElasticsearch('history on an Elasticsearch that is killed', () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await OwnServer.start('elasticsearch');
  }, 240_000);
  afterAll(() => server.stop(), 60_000);

  it('keeps every acknowledged turn and summary, fails with a remedy meanwhile, and continues afterwards', async () => {
    const history = openHistoryStore(`elasticsearch:${server.url}`);
    const acknowledged: string[] = [];
    let killed = false;
    const write = async (writer: string): Promise<unknown> => {
      for (let n = 0; !killed; n++) {
        try {
          acknowledged.push((await history.append(rowOf(`${writer}${n}`))).turnId);
        } catch (error) {
          return error;
        }
      }
      return null;
    };
    expect(await history.saveSummary('acme', 's1', { text: 'so far', version: 1, upTo: 0 })).toBe(true);
    const writers = [write('a'), write('b')];
    while (acknowledged.length < 30) await new Promise((done) => setTimeout(done, 10));
    await server.kill();
    killed = true;
    for (const failure of (await Promise.all(writers)).filter((one) => one !== null))
      expect(failure).toMatchObject({ code: 'store_unavailable', retryable: true });
    await expect(history.ping()).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });

    await server.restart();
    const turns = [...acknowledged, 'after'];
    await history.append(rowOf('after'));
    const rows = await history.rows('acme', 's1');
    expect(turns.filter((turn) => !rows.some(({ turnId }) => turnId === turn))).toEqual([]);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
    expect(await history.summary('acme', 's1')).toEqual({ text: 'so far', version: 1, upTo: 0 });
    await history.close();
  }, 240_000);
});
