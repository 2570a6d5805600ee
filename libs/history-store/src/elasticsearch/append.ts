import { randomUUID } from 'node:crypto';
import type { HistoryRow, StoredRow } from '../port';
import { AGAIN, contend } from './contend';
import {
  sessionId,
  storedRow,
  tenantKey,
  turnDocument,
  turnId,
  type SessionDocument,
  type TurnDocument,
} from './documents';
import type { Found } from '@quarry/elasticsearch';
import type { HistoryIndex } from './history-index';

/**
 * Appends a turn with two writes, each atomic by itself: first the turn's content, under an id derived from (tenant,
 * turn); then its id at the end of the session's list, on condition that the list is unchanged. The second write
 * decides. Content that no list names, because its writer died, does not count as a turn. A later append of the same
 * turn finds the content and completes it, so that a turn is written once, and to one session.
 */
export async function append(index: HistoryIndex, row: HistoryRow): Promise<StoredRow> {
  const turn = turnId(row.tenant, row.turnId);
  const own = sessionId(row.tenant, row.session);
  return contend(async () => {
    const [content, ownSession] = await index.read<[TurnDocument, SessionDocument]>([turn, own]);
    if (content) {
      const ownerId = content.document.session;
      const session = ownerId === own ? ownSession : await index.get<SessionDocument>(ownerId);
      // A session of another epoch was deleted meanwhile, together with this content.
      if (session?.document.epoch === content.document.epoch)
        return finish(index, turn, content.document, ownerId, session);
    }
    const session = ownSession ?? (await beginSession(index, own, row));
    if (!session) return AGAIN;
    const document = turnDocument(row, own, session.document.epoch);
    if (!(await index.write(turn, document, content?.version ?? null))) return AGAIN;
    return finish(index, turn, document, own, session);
  });
}

/** An empty session in a new epoch; null if another writer was faster. */
export async function beginSession(
  index: HistoryIndex,
  id: string,
  { tenant, session }: Pick<HistoryRow, 'tenant' | 'session'>,
): Promise<Found<SessionDocument> | null> {
  const document: SessionDocument = {
    kind: 'session',
    tenant: tenantKey(tenant),
    name: JSON.stringify(session),
    epoch: randomUUID(),
    turns: [],
    last_asked_at: 0,
    summary: null,
    erasing: [],
  };
  const version = await index.write(id, document, null);
  return version && { document, version };
}

/** Adds the turn to its session's list, unless it is there. */
async function finish(
  index: HistoryIndex,
  turn: string,
  content: TurnDocument,
  id: string,
  { document, version }: Found<SessionDocument>,
): Promise<StoredRow | typeof AGAIN> {
  const at = document.turns.indexOf(turn);
  if (at >= 0) return storedRow(content, at + 1);
  const turns = [...document.turns, turn];
  const last =
    document.turns.length === 0 ? content.asked_at : Math.max(document.last_asked_at, content.asked_at);
  const done = await index.write(id, { ...document, turns, last_asked_at: last }, version);
  return done ? storedRow(content, turns.length) : AGAIN;
}
