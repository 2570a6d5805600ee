import { openDatabase, type Database, type Sql } from '@quarry/sqlite';
import { Fault, type Clock } from '@quarry/turn';
import { mergeSession } from '../merge';
import type {
  CachedSession,
  Finds,
  RecallTerms,
  RememberTerms,
  SessionCache,
  SessionCacheOptions,
  SessionKey,
} from '../port';
import { presentSession, readBody, stampOf, writeBody, type SessionState } from '../state';
import { SESSION_SCHEMA } from './schema';

interface Row {
  readonly body: string;
  readonly lastAccessed: number;
  readonly expiresAt: number;
}

const MINUTE_MS = 60_000;

/** Sessions of all processes of a machine in one SQLite file. */
export class SqliteSessionCache implements SessionCache {
  private database: Database | null = null;
  private closed = false;
  private readonly clock: Clock;
  private readonly perTenant: number;
  private readonly inAll: number;

  constructor(
    private readonly file: string,
    options: SessionCacheOptions,
  ) {
    this.clock = options.clock ?? Date;
    this.perTenant = options.maxSessionsPerTenant ?? 200;
    this.inAll = options.maxSessions ?? 1_000;
  }

  async recall(key: SessionKey, terms: RecallTerms): Promise<CachedSession | null> {
    if (terms.ttlMinutes === 0) return null;
    const now = this.clock.now();
    const expiresAt = now + terms.ttlMinutes * MINUTE_MS;
    return this.use().write((sql) => {
      const state = find(sql, key);
      if (!state || state.expiresAt <= now || stampOf(state.index) !== stampOf(terms.index)) return null;
      sql.run('UPDATE session SET last_accessed = ?, expires_at = ? WHERE tenant = ? AND session = ?', [
        now,
        expiresAt,
        key.tenant,
        key.session,
      ]);
      return presentSession({ ...state, lastAccessed: now });
    });
  }

  async remember(key: SessionKey, finds: Finds, terms: RememberTerms): Promise<void> {
    if (terms.ttlMinutes === 0 || terms.maxNodes === 0) return;
    const now = this.clock.now();
    this.use().write((sql) => {
      const state = mergeSession(find(sql, key), finds, terms, now);
      sql.run(
        `INSERT INTO session (tenant, session, last_accessed, expires_at, body) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET last_accessed = excluded.last_accessed, expires_at = excluded.expires_at, body = excluded.body`,
        [key.tenant, key.session, state.lastAccessed, state.expiresAt, writeBody(state)],
      );
      this.prune(sql, key.tenant, now);
    });
  }

  async forget(key: SessionKey): Promise<boolean> {
    const now = this.clock.now();
    return this.use().write((sql) => {
      const alive = (find(sql, key)?.expiresAt ?? 0) > now;
      sql.run('DELETE FROM session WHERE tenant = ? AND session = ?', [key.tenant, key.session]);
      return alive;
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.database?.close();
    this.database = null;
  }

  /**
   * Deletes expired sessions, then those above the limits of the tenant and of the file, accessed longest ago first.
   */
  private prune(sql: Sql, tenant: string, now: number): void {
    sql.run('DELETE FROM session WHERE expires_at <= ?', [now]);
    sql.run(
      `DELETE FROM session WHERE rowid IN
         (SELECT rowid FROM session WHERE tenant = ? ORDER BY last_accessed DESC, rowid DESC LIMIT -1 OFFSET ?)`,
      [tenant, this.perTenant],
    );
    sql.run(
      'DELETE FROM session WHERE rowid IN (SELECT rowid FROM session ORDER BY last_accessed DESC, rowid DESC LIMIT -1 OFFSET ?)',
      [this.inAll],
    );
  }

  /** Opened by the first call, so that a call that can fail reports a damaged file. */
  private use(): Database {
    if (this.closed) throw new Fault('store_unavailable', `${this.file} was used after it was closed.`);
    this.database ??= openDatabase(this.file, SESSION_SCHEMA);
    return this.database;
  }
}

function find(sql: Sql, { tenant, session }: SessionKey): SessionState | null {
  const row = sql.get<Row>(
    'SELECT body, last_accessed AS lastAccessed, expires_at AS expiresAt FROM session WHERE tenant = ? AND session = ?',
    [tenant, session],
  );
  return row ? readBody(row.body, row) : null;
}
