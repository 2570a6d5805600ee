import { FileStore, type Sql } from '@quarry/sqlite';
import { type SentPrompt } from '@quarry/turn';
import type { ArchivedTurn, TurnCursor, TurnFilter, TurnHead } from '../archived-turn';
import { citationsOf, type KeptCitations, type Seen, type TurnName } from '../citation';
import { headOf, pipelineName } from '../head';
import { pack, unpack } from '../packed';
import type { TurnArchive } from '../port';
import type { TotalsRange, TurnTotals } from '../totals';
import { searchableWords } from '../words';
import * as citations from './citations';
import { listQuery } from './query';
import { ARCHIVE_SCHEMA } from './schema';
import { totalsQuery } from './totals';

type StoredHead = Pick<TurnHead, 'staleness'> & { readonly head: string };

interface Packed {
  readonly packed: Uint8Array;
}

/** Turns removed per transaction: others can write in between. */
const PRUNED_AT_ONCE = 200;

/** Turns in one SQLite file. Every statement except those of `prune` and `totals` contains the tenant. */
export class SqliteTurnArchive extends FileStore implements TurnArchive {
  constructor(file: string) {
    super(file, ARCHIVE_SCHEMA);
  }

  async save(archived: ArchivedTurn): Promise<void> {
    const { turn } = archived;
    const head = headOf(archived);
    const packed = await pack(archived);
    const words = searchableWords(turn);
    this.use().write((sql) => {
      const { changes, id: number } = sql.run(
        `INSERT INTO turn (tenant, id, asked_at, deleted, session, pipeline, outcome, stop_rule, repository, key, head, cited)
         VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`,
        [
          turn.tenant,
          turn.id,
          Math.trunc(turn.askedAt),
          turn.session,
          pipelineName(turn.pipeline),
          head.outcome,
          head.stopRule,
          head.repository,
          head.key,
          JSON.stringify(head),
        ],
      );
      if (changes === 0) return;
      sql.run('INSERT INTO body (number, packed) VALUES (?, ?)', [number, packed]);
      sql.run('INSERT INTO words (rowid, text) VALUES (?, ?)', [number, words]);
      citations.insert(sql, number, citationsOf(turn));
    });
  }

  async list(
    tenant: string,
    filter: TurnFilter,
    page: { readonly limit: number; readonly after?: TurnCursor },
  ): Promise<readonly TurnHead[]> {
    const query = listQuery(tenant, filter, page);
    if (query === null) return [];
    return this.use()
      .read((sql) => sql.all<StoredHead>(query.statement, query.values))
      .map(({ head, staleness }) => ({ ...(JSON.parse(head) as TurnHead), staleness }));
  }

  async load(tenant: string, turnId: string): Promise<ArchivedTurn | null> {
    const found = this.use().read((sql) =>
      sql.get<Packed>('SELECT packed FROM turn JOIN body USING (number) WHERE tenant = ? AND id = ?', [
        tenant,
        turnId,
      ]),
    );
    return found ? unpack<ArchivedTurn>(found.packed) : null;
  }

  async savePrompt(tenant: string, turnId: string, prompt: SentPrompt): Promise<void> {
    const packed = await pack(prompt);
    const { step, hash, at } = prompt;
    this.use().write((sql) => {
      if (isDeleted(sql, tenant, turnId)) return;
      sql.run(
        'INSERT INTO prompt (tenant, turn, step, hash, sent_at, packed) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [tenant, turnId, step, hash, Math.trunc(at), packed],
      );
    });
  }

  async prompts(tenant: string, turnId: string): Promise<readonly SentPrompt[]> {
    const found = this.use().read((sql) =>
      sql.all<Packed>('SELECT packed FROM prompt WHERE tenant = ? AND turn = ? ORDER BY sent_at, rowid', [
        tenant,
        turnId,
      ]),
    );
    return Promise.all(found.map(({ packed }) => unpack<SentPrompt>(packed)));
  }

  async delete(tenant: string, turnIds: readonly string[]): Promise<void> {
    const now = Date.now();
    this.use().write((sql) => {
      for (const id of turnIds) {
        sql.run(
          'INSERT INTO turn (tenant, id, asked_at, deleted) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING',
          [tenant, id, now],
        );
        const row = sql.get<{ readonly number: number }>(
          'SELECT number FROM turn WHERE tenant = ? AND id = ?',
          [tenant, id],
        );
        if (row) empty(sql, row.number);
        sql.run(
          `UPDATE turn SET deleted = 1, asked_at = ?, session = NULL, pipeline = NULL, outcome = NULL, stop_rule = NULL,
           repository = NULL, key = NULL, head = NULL, staleness = NULL WHERE tenant = ? AND id = ?`,
          [now, tenant, id],
        );
        sql.run('DELETE FROM prompt WHERE tenant = ? AND turn = ?', [tenant, id]);
      }
    });
  }

  async deleted(tenant: string, turnIds: readonly string[]): Promise<readonly string[]> {
    return this.use().read((sql) => turnIds.filter((id) => isDeleted(sql, tenant, id)));
  }

  async totals(range: TotalsRange): Promise<readonly TurnTotals[]> {
    const { statement, values } = totalsQuery(range);
    return this.use().read((sql) => sql.all<TurnTotals>(statement, values));
  }

  async indexEarlier(limit: number): Promise<number> {
    const found = this.use().read((sql) => sql.all<Packed & citations.Numbered>(citations.EARLIER, [limit]));
    const turns = await Promise.all(
      found.map(async ({ number, packed }) => ({ number, turn: (await unpack<ArchivedTurn>(packed)).turn })),
    );
    this.use().write((sql) => {
      for (const { number, turn } of turns) citations.insertEarlier(sql, number, citationsOf(turn));
    });
    return found.length;
  }

  async uncompared(limit: number): Promise<readonly TurnName[]> {
    return this.use().read((sql) => sql.all<TurnName>(citations.UNCOMPARED, [limit]));
  }

  async citedRepositories(): Promise<readonly string[]> {
    return this.use().read(citations.repositories);
  }

  async seen(repository: string): Promise<readonly Seen[]> {
    return this.use().read((sql) => citations.seen(sql, repository));
  }

  async citing(repository: string, seen: readonly Seen[]): Promise<readonly TurnName[]> {
    return this.use().read((sql) => citations.citing(sql, repository, seen));
  }

  async citations(turn: TurnName): Promise<KeptCitations | null> {
    return this.use().read((sql) => citations.read(sql, turn));
  }

  async mark(turn: TurnName, kept: KeptCitations): Promise<void> {
    this.use().write((sql) => {
      citations.mark(sql, turn, kept);
    });
  }

  async prune(before: number): Promise<number> {
    let turns = 0;
    for (let more = true; more;) {
      more = this.use().write((sql) => {
        const old = sql.all<{ readonly number: number; readonly deleted: number }>(
          'SELECT number, deleted FROM turn WHERE asked_at < ? LIMIT ?',
          [before, PRUNED_AT_ONCE],
        );
        for (const { number } of old) {
          empty(sql, number);
          sql.run('DELETE FROM turn WHERE number = ?', [number]);
        }
        turns += old.filter(({ deleted }) => deleted === 0).length;
        return old.length === PRUNED_AT_ONCE;
      });
    }
    this.use().write((sql) => sql.run('DELETE FROM prompt WHERE sent_at < ?', [before]));
    return turns;
  }
}

function empty(sql: Sql, number: number): void {
  sql.run('DELETE FROM body WHERE number = ?', [number]);
  sql.run('DELETE FROM words WHERE rowid = ?', [number]);
  sql.run('DELETE FROM citation WHERE number = ?', [number]);
}

function isDeleted(sql: Sql, tenant: string, id: string): boolean {
  const row = sql.get('SELECT 1 FROM turn WHERE tenant = ? AND id = ? AND deleted = 1', [tenant, id]);
  return row !== undefined;
}
