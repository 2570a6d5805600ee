import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier, type TurnView } from '@quarry/engine';
import type { HistoryStore, SessionInfo, SessionSummary, StoredRow } from '@quarry/history-store';
import { HISTORY_STORE, SESSION_CACHE, TURN_ARCHIVE } from '@quarry/platform';
import type { SessionCache } from '@quarry/session-cache';
import { Fault } from '@quarry/turn';
import type { ArchiveReader } from '@quarry/turn-archive';
import { tenantOf, type Asker } from './may-read-turn';
import { NO_NOTE, SessionNotes, type SessionNote } from './session-notes';
import { TurnDeletionService } from './turn-deletion.service';
import { TurnRights } from './turn-rights';

/** Maximum running turns of a tenant to search. */
const RUNNING_MAX = 200;
/** Maximum archived turns of one session that a restricted key can read. */
const READABLE_MAX = 1_000;
/** Sessions whose titles are read at a time, and at most for one page of a filtered list. */
const BATCH = 100;
const LOOKED_THROUGH_MAX = 1_000;
/** Maximum characters of a title. */
const TITLE_MAX = 200;

/** A remembered session in a list. */
export interface ListedSession extends SessionInfo, SessionNote {
  /** The first question, possibly truncated; null if the asker may not read it. */
  readonly title: string | null;
}

/** The contents of a session: remembered and running turns. */
export interface Session {
  readonly summary: SessionSummary | null;
  readonly remembered: readonly StoredRow[];
  /** Only on the last page. */
  readonly running: readonly TurnView[];
  /** Number of the last turn of this page if more turns follow; otherwise null. */
  readonly next: number | null;
}

/** A part of a list: at most `limit` entries after the entry `after`. */
export interface Part {
  readonly after: number;
  readonly limit: number;
}

/** Which sessions a list has: all words in the name or the title in any order, in any case; pinned or not. */
export interface SessionFilter {
  readonly words?: string;
  readonly pinned?: boolean;
}

/**
 * Reads and deletes sessions. A session exists while one of its turns is running or remembered; failed and cancelled
 * turns are not remembered. Everything is scoped by tenant: another tenant's sessions do not exist.
 */
@Injectable()
export class SessionService {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(HISTORY_STORE) private readonly history: HistoryStore,
    @Inject(SESSION_CACHE) private readonly cache: SessionCache,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(TurnDeletionService) private readonly forgetting: TurnDeletionService,
    @Inject(TurnRights) private readonly rights: TurnRights,
    @Inject(SessionNotes) private readonly notes: SessionNotes,
  ) {}

  /**
   * Remembered sessions, most recent first, and whether there may be more. With a filter, a page can have fewer
   * sessions than `limit` although others follow: the titles of at most 1,000 sessions are read for it.
   */
  async list(
    asker: Asker,
    { after, limit }: Part,
    filter: SessionFilter = {},
  ): Promise<{ readonly sessions: readonly ListedSession[]; readonly next: number | null }> {
    const tenant = tenantOf(asker);
    const notes = await this.notes.all(tenant);
    const own = (await this.history.sessions(tenant)).filter(({ session }) =>
      this.rights.isOwnSession(asker, session),
    );
    const all = filter.pinned === true ? own.filter(({ session }) => notes.get(session)?.pinned) : own;
    const found: ListedSession[] = [];
    let at = after;
    const isFiltered = filter.words !== undefined || filter.pinned !== undefined;
    const end = Math.min(all.length, after + (isFiltered ? LOOKED_THROUGH_MAX : limit));
    while (at < end && found.length < limit) {
      const batch = all.slice(at, Math.min(end, at + (isFiltered ? BATCH : limit)));
      for (const session of await this.titled(asker, batch, notes)) {
        if (found.length === limit) break;
        at += 1;
        if (matches(session, filter)) found.push(session);
      }
    }
    return { sessions: found, next: at < all.length ? at : null };
  }

  /** A remembered session as lists show it; null if it is unknown, or if the asker may not read its first question. */
  async listed(asker: Asker, session: string): Promise<ListedSession | null> {
    const tenant = tenantOf(asker);
    if (!this.rights.isOwnSession(asker, session)) return null;
    const known = await this.history.sessions(tenant, session);
    const notes = new Map([[session, await this.notes.of(tenant, session)]]);
    const [found] = await this.titled(asker, known, notes);
    return found && found.title !== null ? found : null;
  }

  /**
   * Names or pins a session for all who may read it.
   * @throws Fault `session_unknown`, also if the asker may not read its first question; `store_unavailable`
   */
  async note(asker: Asker, session: string, changes: Partial<SessionNote>): Promise<ListedSession> {
    const found = await this.listed(asker, session);
    if (!found) throw unknownSession(session);
    return { ...found, ...(await this.notes.change(tenantOf(asker), session, changes)) };
  }

  /** The sessions with their titles and notes. Who may not read the title does not see the name either. */
  private async titled(
    asker: Asker,
    page: readonly SessionInfo[],
    notes: ReadonlyMap<string, SessionNote>,
  ): Promise<readonly ListedSession[]> {
    const tenant = tenantOf(asker);
    const rows = (
      await Promise.all(page.map(({ session }) => this.history.rows(tenant, session, 0, 1)))
    ).flat();
    // What a restricted key may read is determined for each session.
    const readable = this.rights.mayReadAll(asker)
      ? await this.kept(tenant, rows)
      : (await Promise.all(rows.map((row) => this.readable(asker, row.session, [row])))).flat();
    const titles = new Map(readable.map(({ session, question }) => [session, titleOf(question.original)]));
    return page.map((info) => {
      const title = titles.get(info.session) ?? null;
      const note = title === null ? NO_NOTE : (notes.get(info.session) ?? NO_NOTE);
      return { ...info, ...note, title };
    });
  }

  /** @throws Fault `session_unknown`. */
  async read(asker: Asker, session: string, { after, limit }: Part): Promise<Session> {
    const tenant = tenantOf(asker);
    if (!this.rights.isOwnSession(asker, session)) throw unknownSession(session);
    // Running turns first: a turn that ends in between is then found twice and counted as remembered, never missed.
    const running = await this.running(asker, session);
    const found = await this.history.rows(tenant, session, after, limit + 1);
    const rows = found.slice(0, limit);
    const next = found.length > limit ? (rows.at(-1)?.seq ?? null) : null;
    const remembered = await this.readable(asker, session, rows);
    const isEmpty = running.length + remembered.length === 0 && next === null;
    if (isEmpty && (after === 0 || !(await this.isKnown(tenant, session)))) throw unknownSession(session);
    const ids = new Set(rows.map((row) => row.turnId));
    return {
      // The summary covers all turns, so restricted keys do not receive it.
      summary: this.rights.mayReadAll(asker) ? await this.history.summary(tenant, session) : null,
      remembered,
      running: next === null ? running.filter((view) => !ids.has(view.turn.id)) : [],
      next,
    };
  }

  /**
   * Cancels the running turns of a session, then deletes the session: its turns with their logs, prompts and feedback,
   * its summary and its cached evidence.
   * @returns the number of cancelled turns
   * @throws Fault `session_unknown`, `store_unavailable`, `redis_unavailable`
   */
  async forget(asker: Asker, session: string): Promise<number> {
    const tenant = tenantOf(asker);
    if (!this.rights.isOwnSession(asker, session)) throw unknownSession(session);
    if (!this.rights.mayReadAll(asker) && !(await this.mayReadWhole(asker, session)))
      throw unknownSession(session);
    const rows = await this.history.rows(tenant, session);
    const { turns, cancelled } = await this.forgetting.session(
      tenant,
      session,
      rows.map(({ turnId }) => turnId),
    );
    // The history last: if another store is unavailable, the session is still known and can be deleted again.
    const forgotten = await this.cache.forget({ tenant, session });
    await this.notes.forget(tenant, session);
    const deleted = await this.history.deleteSession(tenant, session);
    if (!deleted && !forgotten && turns === 0) throw unknownSession(session);
    return cancelled;
  }

  /** The session's rows that are not deleted and that the asker may read. */
  private async readable(
    asker: Asker,
    session: string,
    rows: readonly StoredRow[],
  ): Promise<readonly StoredRow[]> {
    const tenant = tenantOf(asker);
    const kept = await this.kept(tenant, rows);
    if (this.rights.mayReadAll(asker) || kept.length === 0) return kept;
    const heads = await this.archive.list(tenant, { session }, { limit: READABLE_MAX });
    const readable = new Set((await this.rights.readable(asker, heads)).map(({ id }) => id));
    return kept.filter(({ turnId }) => readable.has(turnId));
  }

  /** The rows that are not deleted. */
  private async kept(tenant: string, rows: readonly StoredRow[]): Promise<readonly StoredRow[]> {
    const ids = rows.map(({ turnId }) => turnId);
    const deleted = new Set(await this.archive.deleted(tenant, ids));
    return rows.filter(({ turnId }) => !deleted.has(turnId));
  }

  /** Whether a restricted key may read every turn of the session. */
  private async mayReadWhole(asker: Asker, session: string): Promise<boolean> {
    const heads = await this.archive.list(tenantOf(asker), { session }, { limit: READABLE_MAX });
    return heads.length > 0 && (await this.rights.readable(asker, heads)).length === heads.length;
  }

  private async isKnown(tenant: string, session: string): Promise<boolean> {
    return (await this.history.sessions(tenant, session)).length > 0;
  }

  private async running(asker: Asker, session: string): Promise<readonly TurnView[]> {
    const views = await this.carrier.recent(tenantOf(asker), RUNNING_MAX, { unsettled: true });
    const running = views.filter(({ status, turn }) => status === 'running' && turn.session === session);
    const may = await Promise.all(running.map(({ turn }) => this.rights.mayRead(asker, turn)));
    return running.filter((_, n) => may[n]).reverse();
  }
}

function matches({ name, title, pinned }: ListedSession, filter: SessionFilter): boolean {
  if (filter.pinned !== undefined && (title === null || pinned !== filter.pinned)) return false;
  if (filter.words === undefined) return true;
  const text = `${name ?? ''} ${title ?? ''}`.toLowerCase();
  return filter.words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  return line.length > TITLE_MAX ? `${line.slice(0, TITLE_MAX - 1).trimEnd()}…` : line;
}

function unknownSession(session: string): Fault {
  return new Fault('session_unknown', `You have no session '${session.slice(0, 100)}'.`);
}
