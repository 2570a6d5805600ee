import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openHistoryStore } from '../adapters';
import { historyStoreConformance, rowOf } from '../conformance';
import type { HistoryStore } from '../port';
import { startAppenders } from '../testing/appenders';
import { RawIndex } from '../testing/raw-index';

describeWithElasticsearch('history on Elasticsearch', (server) => {
  historyStoreConformance({
    name: 'elasticsearch',
    create: async () => {
      const raw = new RawIndex(server, `t${randomBytes(6).toString('hex')}`);
      return {
        open: async () => openHistoryStore(raw.url),
        dispose: () => raw.drop(),
      };
    },
  });

  describe('ElasticsearchHistoryStore', () => {
    let raw: RawIndex;
    let history: HistoryStore;
    beforeEach(() => {
      raw = new RawIndex(server, `t${randomBytes(6).toString('hex')}`);
      history = openHistoryStore(raw.url);
    });
    afterEach(async () => {
      await history.close();
      await raw.drop();
    });

    it('is created by the first of several clients', async () => {
      const clients = [1, 2, 3, 4].map(() => openHistoryStore(raw.url));
      await Promise.all(clients.map((client, i) => client.append(rowOf(`t${i}`))));
      expect(await history.rows('acme', 's1')).toHaveLength(4);
      for (const client of clients) await client.close();
    });

    it('loses no acknowledged turn and leaves no gap when two writing processes are killed', async () => {
      const appenders = startAppenders(raw.url, ['a', 'b']);
      await appenders.untilEachWrote(15);
      const acknowledged = await appenders.kill();
      const rows = await history.rows('acme', 's1');
      const ids = new Set(rows.map(({ turnId }) => turnId));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
    });

    it('ignores a turn whose writer died between its two writes, and completes it when it is written again', async () => {
      await history.append(rowOf('t1'));
      await history.append(rowOf('t2', { answerText: 'as first written' }));
      await raw.edit('session', ({ turns }) => ({ turns: turns.slice(0, 1) }));
      expect(await history.row('acme', 't2')).toBeNull();
      expect(await history.rows('acme', 's1')).toHaveLength(1);
      expect(await history.records('acme')).toHaveLength(1);
      const again = await history.append(rowOf('t2', { session: 'elsewhere', answerText: 'changed' }));
      expect(again).toEqual({ ...rowOf('t2', { answerText: 'as first written' }), seq: 2 });
      expect(await history.rows('acme', 'elsewhere')).toEqual([]);
      expect(await history.records('acme')).toHaveLength(2);
    });

    it('hides a session whose deletion was interrupted, and erases its texts with the next deletion', async () => {
      await history.append(rowOf('t1'));
      await history.append(rowOf('t2'));
      // The state after a deletion that was interrupted after its first write.
      await raw.edit('session', ({ epoch }) => ({ epoch: 'another', turns: [], erasing: [epoch] }));
      expect(await history.rows('acme', 's1')).toEqual([]);
      expect(await history.row('acme', 't1')).toBeNull();
      expect(await history.sessions('acme')).toEqual([]);
      expect(await history.records('acme')).toEqual([]);
      expect(await history.append(rowOf('t2', { answerText: 'again' }))).toMatchObject({ seq: 1 });
      expect(await raw.count()).toBe(3);
      expect(await history.deleteSession('acme', 's1')).toBe(true);
      expect(await raw.count()).toBe(0);
    });

    it('writes a turn to another session if its own was deleted', async () => {
      await history.append(rowOf('t1'));
      await raw.edit('session', ({ epoch }) => ({ epoch: 'another', turns: [], erasing: [epoch] }));
      const moved = rowOf('t1', { session: 's2', answerText: 'again' });
      expect(await history.append(moved)).toEqual({ ...moved, seq: 1 });
      expect(await history.deleteSession('acme', 's1')).toBe(false);
      expect(await history.rows('acme', 's2')).toEqual([{ ...moved, seq: 1 }]);
    });

    it('leaves no text of deleted turns', async () => {
      for (const id of ['t1', 't2']) await history.append(rowOf(id));
      await history.append(rowOf('t3', { session: 's2' }));
      await history.saveSummary('acme', 's1', { text: 'so far', version: 1, upTo: 2 });
      await history.deleteSession('acme', 's1');
      expect(await raw.count()).toBe(2);
    });

    it('reports a missing index, and continues with a new one', async () => {
      await history.append(rowOf('t1'));
      await raw.drop();
      const lost = expect.objectContaining({ code: 'store_unavailable', retryable: true });
      await expect(history.append(rowOf('t2'))).rejects.toEqual(lost);
      expect(await history.append(rowOf('t2'))).toMatchObject({ seq: 1 });
      await raw.drop();
      await expect(history.sessions('acme')).rejects.toEqual(lost);
      expect(await history.sessions('acme')).toEqual([]);
    });

    it('rejects a history that a newer Quarry wrote', async () => {
      await history.append(rowOf('t1'));
      await raw.setFormat(2);
      const second = openHistoryStore(raw.url);
      await expect(second.rows('acme', 's1')).rejects.toMatchObject({ code: 'index_newer' });
      await second.close();
    });
  });
});

describe('openHistoryStore of Elasticsearch', () => {
  it('fails with a remedy and without credentials if the server is unavailable', async () => {
    const history = openHistoryStore('elasticsearch:http://me:sEcret@127.0.0.1:1/team');
    for (const call of [
      () => history.ping(),
      () => history.append(rowOf('t1')),
      () => history.records('a'),
    ]) {
      const failure: unknown = await call().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'store_unavailable', retryable: true });
      expect(String(failure)).toMatch(/127\.0\.0\.1:1 .*`.\/quarry servers up`.*HISTORY_STORE_URL/);
      expect(String(failure)).not.toContain('sEcret');
    }
    await history.close();
  });

  it('rejects a malformed URL with the name of its setting', () => {
    expect(() => openHistoryStore('elasticsearch://me:sEcret@host')).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: expect.stringMatching(/^HISTORY_STORE_URL is wrong: (?!.*sEcret)/) as string,
      }),
    );
  });
});
