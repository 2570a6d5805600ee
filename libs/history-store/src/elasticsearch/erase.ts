import { scan } from '@quarry/elasticsearch';
import { randomUUID } from 'node:crypto';
import { AGAIN, contend } from './contend';
import type { SessionDocument } from './documents';
import type { HistoryIndex } from './history-index';

/** Possible results: erased now, erased by another process, or rewritten. */
const ERASED: readonly number[] = [200, 404, 409];

/**
 * Deletes a session. One atomic write makes it empty in a new epoch, so that nothing of it can be read from then on.
 * Then its texts are erased, and finally its document. After an interruption, the next deletion of the same session
 * continues.
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

/**
 * Turns of deleted epochs, including unfinished ones. A turn that was rewritten meanwhile has another version, and
 * stays.
 */
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

/** Removes the session's document or, if the session was recreated, the list of epochs to erase. */
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
