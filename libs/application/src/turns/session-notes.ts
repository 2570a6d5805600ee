import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE } from '@quarry/platform';
import type { RecordCursor, RecordStore, StoredRecord } from '@quarry/record-store';
import { Fault } from '@quarry/turn';

const COLLECTION = 'session_note';
const PAGE = 1_000;
const TRIES = 20;
/** Maximum sessions of a tenant with a name or a pin. */
const MOST = 5_000;

/** What a reader has noted on a session. */
export interface SessionNote {
  /** The name that replaces the first question in lists; null without one. */
  readonly name: string | null;
  /** Whether lists show it first. */
  readonly pinned: boolean;
}

export const NO_NOTE: SessionNote = { name: null, pinned: false };

/** A note with the session that it belongs to: the id of the record is a digest. */
type Stored = SessionNote & { readonly session: string };

/** Names and pins of sessions, one record per session that has any. */
@Injectable()
export class SessionNotes {
  constructor(@Inject(RECORD_STORE) private readonly records: RecordStore) {}

  /** All notes of a tenant, by session. @throws Fault `store_unavailable` */
  async all(tenant: string): Promise<ReadonlyMap<string, SessionNote>> {
    const notes = new Map<string, SessionNote>();
    for (let after: RecordCursor | undefined; notes.size < MOST;) {
      const page = await this.records.list<Stored>(COLLECTION, tenant, {
        limit: PAGE,
        ...(after ? { after } : {}),
      });
      for (const { value } of page) notes.set(value.session, { name: value.name, pinned: value.pinned });
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = { createdAt: last.createdAt, id: last.id };
    }
    return notes;
  }

  /** The note of one session. @throws Fault `store_unavailable` */
  async of(tenant: string, session: string): Promise<SessionNote> {
    const { name, pinned } =
      (await this.records.get<Stored>(COLLECTION, tenant, idOf(session)))?.value ?? NO_NOTE;
    return { name, pinned };
  }

  /**
   * Changes the name, the pin or both, and returns the new note.
   * @throws Fault `store_unavailable`; `internal` if others change it all the time
   */
  async change(tenant: string, session: string, changes: Partial<SessionNote>): Promise<SessionNote> {
    const id = idOf(session);
    for (let n = 0; n < TRIES; n++) {
      const before = await this.records.get<Stored>(COLLECTION, tenant, id);
      const { name, pinned } = { ...NO_NOTE, ...before?.value, ...changes };
      if (await this.put(before, { tenant, id, value: { session, name, pinned } })) return { name, pinned };
    }
    throw new Fault('internal', 'The session was changed by others all the time. Try again.', {
      retryable: true,
    });
  }

  /** Forgets the note of a deleted session. */
  async forget(tenant: string, session: string): Promise<void> {
    await this.records.delete(COLLECTION, tenant, idOf(session));
  }

  private put(
    before: StoredRecord<Stored> | null,
    { tenant, id, value }: Pick<StoredRecord<Stored>, 'tenant' | 'id' | 'value'>,
  ): Promise<boolean> {
    return this.records.save({
      ...{ collection: COLLECTION, tenant, id, tag: null, value },
      revision: (before?.revision ?? 0) + 1,
      createdAt: before?.createdAt ?? Date.now(),
    });
  }
}

/** Names of sessions are longer than ids of records may be. */
function idOf(session: string): string {
  return createHash('sha256').update(session).digest('hex').slice(0, 40);
}
