import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from '@quarry/elasticsearch';
import { Fault } from '@quarry/turn';
import { currentIndex } from './current-index';
import { indexesOf } from './names';
import type { Snapshot } from './snapshot';

/**
 * Ids of two documents: the one by which a process claims the right to replace an index, and the one by which the
 * builder of its successor sends heartbeats.
 */
const CLAIM_ID = 'claim';
const BEAT_ID = 'beat';
const BEAT_MS = 5_000;

/** Tells other processes whether a builder is alive or dead. */
export interface Patience {
  /** A builder without a heartbeat for this time is considered dead. */
  readonly silenceMs: number;
  readonly pollMs: number;
  /** Longest wait for a live builder. */
  readonly longestMs: number;
}

const PATIENCE: Patience = { silenceMs: 60_000, pollMs: 500, longestMs: 600_000 };

/** Claims `index` for one builder. @throws Fault `index_busy` if another process has claimed it */
export async function claim(snapshot: Snapshot, index: string): Promise<void> {
  try {
    await snapshot.call((client) => client.create({ index, id: CLAIM_ID, document: { kind: 'claim' } }));
  } catch (error) {
    if (refusalOf(error)?.status === 409) throw snapshot.busy(error);
    throw error;
  }
}

/** Runs `work` while sending heartbeats to the successor. */
export async function whileBeating(
  snapshot: Snapshot,
  successor: string,
  work: () => Promise<void>,
): Promise<void> {
  const beat = (): Promise<unknown> =>
    snapshot.server.call((client) =>
      client.index({ index: successor, id: BEAT_ID, document: { kind: 'beat' } }),
    );
  await beat();
  // A failed heartbeat is a missing heartbeat.
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = beat().catch(() => undefined);
  }, BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await last;
  }
  await snapshot.call((client) => client.delete({ index: successor, id: BEAT_ID }));
}

/** Cleans up a failed build. The old index accepts writes again. */
export async function abandon(snapshot: Snapshot, index: string): Promise<void> {
  await snapshot.server.call(async (client) => {
    const all = Object.keys(
      await client.indices.get({ index: indexesOf(snapshot.alias), features: ['aliases'] }),
    );
    const others = all.filter((name) => name !== index);
    if (others.length > 0) await client.indices.delete({ index: others, ignore_unavailable: true });
    await client.indices.putSettings({ index, settings: { 'index.blocks.write': null } });
    await client.delete({ index, id: CLAIM_ID }, { ignore: [404] });
  });
}

/**
 * Waits until no process rebuilds the index. A builder without a heartbeat for a minute is dead: its leftovers are
 * removed.
 * @throws Fault `index_busy` after ten minutes, `index_missing`
 */
export async function constructionEnd(snapshot: Snapshot, patience = PATIENCE): Promise<void> {
  const began = Date.now();
  let sign = '';
  let since = began;
  for (;;) {
    const index = await currentIndex(snapshot);
    const now = await signOf(snapshot, index);
    if (now === null) return;
    if (now !== sign) {
      sign = now;
      since = Date.now();
    }
    if (Date.now() - since >= patience.silenceMs) await abandon(snapshot, index);
    else if (Date.now() - began >= patience.longestMs) throw snapshot.busy();
    else await sleep(patience.pollMs);
  }
}

/** A value that changes while a builder is alive; null if there is no builder. */
async function signOf(snapshot: Snapshot, index: string): Promise<string | null> {
  try {
    return await snapshot.call(async (client) => {
      const claimed = await client.exists({ index, id: CLAIM_ID });
      const settings = await client.indices.getSettings({
        index,
        name: 'index.blocks.write',
        flat_settings: true,
      });
      const blocked = JSON.stringify(settings[index]?.settings ?? {}).includes('true');
      if (!claimed && !blocked) return null;
      const indexes = await client.indices.get({ index: indexesOf(snapshot.alias), features: ['aliases'] });
      const beats = Object.keys(indexes)
        .filter((name) => name !== index)
        .map(async (name) => {
          const beat = await client.get({ index: name, id: BEAT_ID }, { ignore: [404, 503] });
          // The shard of a newly created index may not be available yet: a failed read does not mean that the builder
          // is silent.
          const unread = (beat as { readonly status?: number }).status === 503;
          return unread ? `${name} ${Date.now()}` : `${name} ${beat._version ?? ''}`;
        });
      return `${index} ${(await Promise.all(beats)).join(' ')}`;
    });
  } catch (error) {
    // The index was replaced during the check.
    if (error instanceof Fault && error.code === 'index_missing') return '';
    throw error;
  }
}
