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
 * Two writes, each atomic by itself: the turn's content at an id that (tenant, turn) determines, then its name at the end of the session's list, upon the
 * version of the list that was read. The second one decides. Content that no list names, because its writer died, is nobody's turn; whoever appends the
 * same turn again finds it there and finishes the work, so that a turn is written once, and to one session.
 */
export async function append(index: HistoryIndex, row: HistoryRow): Promise<StoredRow> {
  const turn = turnId(row.tenant, row.turnId);
  const own = sessionId(row.tenant, row.session);
  return contend(async () => {
    const [content, mine] = await index.read<[TurnDocument, SessionDocument]>([turn, own]);
    if (content) {
      const theirs = content.document.session;
      const session = theirs === own ? mine : await index.get<SessionDocument>(theirs);
      // A session of another epoch was deleted since, and this content with it.
      if (session?.document.epoch === content.document.epoch)
        return finish(index, turn, content.document, theirs, session);
    }
    const session = mine ?? (await beginSession(index, own, row));
    if (!session) return AGAIN;
    const document = turnDocument(row, own, session.document.epoch);
    if (!(await index.write(turn, document, content?.version ?? null))) return AGAIN;
    return finish(index, turn, document, own, session);
  });
}

/** A session that is empty, in a new epoch; null where another was faster. */
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

/** Names the turn in its session's list, if it is not there yet. */
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
