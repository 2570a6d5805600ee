import { scan } from '@quarry/elasticsearch';
import { randomUUID } from 'node:crypto';
import { AGAIN, contend } from './contend';
import type { SessionDocument } from './documents';
import type { HistoryIndex } from './history-index';

/** Erased now, by another process, or written anew. */
const ERASED: readonly number[] = [200, 404, 409];

/**
 * Deletes a session: one atomic write makes it empty in a new epoch, and nothing of it can be read from then on; then the texts are erased, and what is left
 * of the session. Where that is interrupted, the next deletion of the same session goes on with it.
 * @returns whether there was anything to delete
 */
export async function erase(index: HistoryIndex, id: string): Promise<boolean> {
  const { existed, erasing } = await contend(async () => {
    const found = await index.get<SessionDocument>(id);
    if (!found) return { existed: false, erasing: [] };
    const { document, version } = found;
    const existed = document.turns.length > 0 || document.summary !== null;
    const erasing = [...document.erasing, document.epoch];
    const empty: SessionDocument = { ...document, epoch: randomUUID(), turns: [], summary: null, erasing };
    return (await index.write(id, empty, version)) ? { existed, erasing } : AGAIN;
  });
  if (erasing.length === 0) return existed;
  await eraseTurns(index, id, erasing);
  await settle(index, id, erasing);
  return existed;
}

/** Turns of deleted epochs, also those that were never finished. One that was written anew meanwhile has another version, and stays. */
async function eraseTurns(index: HistoryIndex, id: string, epochs: readonly string[]): Promise<void> {
  const filter = [{ term: { session: id } }, { terms: { epoch: [...epochs] } }];
  for await (const page of scan(index, { filter, _source: false, seq_no_primary_term: true })) {
    const operations = page.flatMap(({ _id, _seq_no, _primary_term }) =>
      _id === undefined ? [] : [{ delete: { _id, if_seq_no: _seq_no, if_primary_term: _primary_term } }],
    );
    const { items } = await index.call((client) => client.bulk({ index: index.name, operations }));
    const failed = items.find(({ delete: done }) => done && !ERASED.includes(done.status))?.delete;
    if (failed) throw index.unavailable(`did not erase a turn (${failed.error?.reason ?? failed.status})`);
  }
}

/** Removes the session, or the note that it is being erased where it has begun anew. */
async function settle(index: HistoryIndex, id: string, erased: readonly string[]): Promise<void> {
  await contend(async () => {
    const found = await index.get<SessionDocument>(id);
    if (!found) return;
    const { document, version } = found;
    const erasing = document.erasing.filter((epoch) => !erased.includes(epoch));
    const unused = document.turns.length === 0 && document.summary === null && erasing.length === 0;
    const done = unused
      ? await index.remove(id, version)
      : await index.write(id, { ...document, erasing }, version);
    return done ? undefined : AGAIN;
  });
}
