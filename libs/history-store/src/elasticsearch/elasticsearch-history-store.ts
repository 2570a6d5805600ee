import { scan, type ServerOptions } from '@quarry/elasticsearch';
import type { HistoryRow, HistoryStore, SessionInfo, SessionSummary, StoredRow, TurnRecord } from '../port';
import { append, beginSession } from './append';
import { AGAIN, contend } from './contend';
import {
  sessionId,
  storedRow,
  summaryOf,
  tenantKey,
  turnId,
  type SessionDocument,
  type TurnDocument,
} from './documents';
import { erase } from './erase';
import { HistoryIndex } from './history-index';
import { records } from './records';

/**
 * Conversations in one Elasticsearch index (ADR 10). Documents with an id are read by id, which is realtime, and
 * written with optimistic locking. Only lists of a whole tenant are searched, after a refresh. Every id and every
 * search contains the tenant.
 */
export class ElasticsearchHistoryStore implements HistoryStore {
  private readonly index: HistoryIndex;

  /** @throws Fault `bad_request` for a malformed URL */
  constructor(url: string, options: ServerOptions = {}) {
    this.index = new HistoryIndex(url, options);
  }

  ping(): Promise<void> {
    return this.index.ping();
  }

  append(row: HistoryRow): Promise<StoredRow> {
    return append(this.index, row);
  }

  async rows(
    tenant: string,
    session: string,
    after = 0,
    limit = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly StoredRow[]> {
    const found = await this.session(tenant, session);
    if (!found) return [];
    const { turns, epoch } = found.document;
    const contents = await this.index.read<readonly TurnDocument[]>(turns.slice(after, after + limit));
    // A missing document was deleted a moment ago.
    return contents.flatMap((content, i) =>
      content?.document.epoch === epoch ? [storedRow(content.document, after + i + 1)] : [],
    );
  }

  async row(tenant: string, turn: string): Promise<StoredRow | null> {
    const id = turnId(tenant, turn);
    const content = await this.index.get<TurnDocument>(id);
    if (!content) return null;
    const session = await this.index.get<SessionDocument>(content.document.session);
    if (session?.document.epoch !== content.document.epoch) return null;
    const at = session.document.turns.indexOf(id);
    return at < 0 ? null : storedRow(content.document, at + 1);
  }

  records(tenant: string, since = 0): Promise<readonly TurnRecord[]> {
    return records(this.index, tenant, since);
  }

  async summary(tenant: string, session: string): Promise<SessionSummary | null> {
    return summaryOf((await this.session(tenant, session))?.document);
  }

  saveSummary(tenant: string, session: string, summary: SessionSummary): Promise<boolean> {
    const id = sessionId(tenant, session);
    return contend(async () => {
      const found = await this.session(tenant, session);
      const before = summaryOf(found?.document)?.version ?? 0;
      if (summary.version < 1 || summary.version !== before + 1) return false;
      const upon = found ?? (await beginSession(this.index, id, { tenant, session }));
      if (!upon) return AGAIN;
      const document = { ...upon.document, summary: JSON.stringify(summary) };
      return (await this.index.write(id, document, upon.version)) ? true : AGAIN;
    });
  }

  async sessions(tenant: string, session?: string): Promise<readonly SessionInfo[]> {
    const documents: SessionDocument[] = [];
    if (session === undefined) {
      const filter = [{ term: { tenant: tenantKey(tenant) } }, { term: { kind: 'session' } }];
      for await (const page of scan<SessionDocument>(this.index, { filter }))
        documents.push(...page.flatMap(({ _source }) => (_source ? [_source] : [])));
    } else {
      const found = await this.session(tenant, session);
      if (found) documents.push(found.document);
    }
    return documents
      .filter(({ turns }) => turns.length > 0)
      .map(({ name, turns, last_asked_at: lastAskedAt }) => ({
        session: JSON.parse(name) as string,
        turns: turns.length,
        lastAskedAt,
      }))
      .sort((a, b) => b.lastAskedAt - a.lastAskedAt || (a.session < b.session ? -1 : 1));
  }

  deleteSession(tenant: string, session: string): Promise<boolean> {
    return erase(this.index, sessionId(tenant, session));
  }

  close(): Promise<void> {
    return this.index.close();
  }

  private session(tenant: string, session: string) {
    return this.index.get<SessionDocument>(sessionId(tenant, session));
  }
}
