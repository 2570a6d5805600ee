import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier, type TurnView } from '@quarry/engine';
import type { HistoryStore, SessionInfo, SessionSummary, StoredRow } from '@quarry/history-store';
import { HISTORY_STORE, SESSION_CACHE } from '@quarry/platform';
import type { SessionCache } from '@quarry/session-cache';
import { Fault } from '@quarry/turn';

/** How many recent turns of a tenant are looked through for running ones. */
const RECENT = 200;

/** What a session holds: turns that history remembers, and turns that still run. */
export interface Session {
  readonly summary: SessionSummary | null;
  readonly remembered: readonly StoredRow[];
  readonly running: readonly TurnView[];
}

/**
 * Reads and forgets sessions. A session is there while a turn of it runs or is remembered; turns that failed or were
 * cancelled are not remembered. Everything is scoped by tenant: another tenant's sessions do not exist.
 */
@Injectable()
export class SessionDesk {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(HISTORY_STORE) private readonly history: HistoryStore,
    @Inject(SESSION_CACHE) private readonly cache: SessionCache,
  ) {}

  /** Remembered sessions, most recent first. */
  list(tenant: string): Promise<readonly SessionInfo[]> {
    return this.history.sessions(tenant);
  }

  /** @throws Fault `session_unknown`. */
  async read(tenant: string, session: string): Promise<Session> {
    // Running turns first: one that ends in between is then seen twice, and counted as remembered, never missed.
    const running = await this.running(tenant, session);
    const remembered = await this.history.rows(tenant, session);
    if (running.length + remembered.length === 0) throw unknownSession(session);
    const ids = new Set(remembered.map((row) => row.turnId));
    return {
      summary: await this.history.summary(tenant, session),
      remembered,
      running: running.filter((view) => !ids.has(view.turn.id)),
    };
  }

  /**
   * Cancels what runs in the session, then forgets it: its turns, its summary, and what it has found. Returns how many turns were
   * cancelled. @throws Fault `session_unknown`, `store_unavailable`, `redis_unavailable`.
   */
  async forget(tenant: string, session: string): Promise<number> {
    const running = await this.running(tenant, session);
    for (const { turn } of running) await this.carrier.cancel(turn.id);
    // The cache first: where it cannot be reached, history still knows the session, and it can be forgotten again.
    const forgotten = await this.cache.forget({ tenant, session });
    const deleted = await this.history.deleteSession(tenant, session);
    if (!deleted && !forgotten && running.length === 0) throw unknownSession(session);
    return running.length;
  }

  private async running(tenant: string, session: string): Promise<readonly TurnView[]> {
    const views = await this.carrier.recent(tenant, RECENT);
    return views.filter((view) => view.status === 'running' && view.turn.session === session).reverse();
  }
}

function unknownSession(session: string): Fault {
  return new Fault('session_unknown', `You have no session '${session.slice(0, 100)}'.`);
}
