import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import { isBusy, isMissingIndex, readRefusal, refusalFault, type Refusal } from '@quarry/elasticsearch';
import { parseMeta, type Meta, type StoredMeta } from './meta';
import { META_ID } from './names';
import { totalOf } from './pages';
import type { Snapshot } from './snapshot';

/** Times that a search is made again where the index behind the alias went away under it, or the server was too busy. */
const ATTEMPTS = 6;
const PAUSE_MS = 40;

/** A question waits no longer for one reply, in milliseconds: a connection that the network has forgotten is silent, and the next try finds another one. */
const QUERY_MS = 10_000;

export type RawHit = estypes.SearchHit<{ readonly body: string }>;

/** What searches see, all in one request. */
export interface Seen {
  readonly meta: Meta;
  /** Hits of each body, in order. */
  readonly lists: readonly (readonly RawHit[])[];
  /** How many pass it, where the body asks for that. */
  readonly totals: readonly number[];
}

/**
 * @param limitMs longest wait for one reply, in milliseconds
 * @throws Fault `index_missing`; `store_unavailable` (retryable) where no reply comes in time
 */
export async function multiSearch(
  snapshot: Snapshot,
  bodies: readonly estypes.MsearchMultisearchBody[],
  limitMs: number = QUERY_MS,
): Promise<Seen> {
  for (let attempt = 1; ; attempt++) {
    const result = await once(snapshot, bodies, limitMs);
    if (!('status' in result)) return result;
    if (attempt >= ATTEMPTS || !mayPass(result)) {
      if (isMissingIndex(result)) throw snapshot.missing();
      throw refusalFault(result, snapshot.server.address);
    }
    // Where there is no index, one more look is enough.
    if (isMissingIndex(result) && attempt > 1) throw snapshot.missing();
    await sleep(PAUSE_MS * attempt);
  }
}

async function once(
  snapshot: Snapshot,
  bodies: readonly estypes.MsearchMultisearchBody[],
  limitMs: number,
): Promise<Seen | Refusal> {
  const about = { query: { ids: { values: [META_ID] } }, _source: ['meta', 'version'], size: 1 };
  const header = { index: snapshot.alias };
  const { responses } = await snapshot.call((client) =>
    client.msearch<unknown>(
      { searches: [about, ...bodies].flatMap((body) => [header, body]) },
      { requestTimeout: limitMs },
    ),
  );
  const results: estypes.MsearchMultiSearchItem<unknown>[] = [];
  for (const response of responses) {
    if ('error' in response) return readRefusal(response.status, response.error);
    results.push(response);
  }
  const [first, ...rest] = results;
  const stored = first?.hits.hits[0]?._source as StoredMeta | undefined;
  // An index that is being created has none yet.
  if (!stored) throw snapshot.missing();
  return {
    meta: parseMeta(snapshot, stored).meta,
    lists: rest.map(({ hits }) => hits.hits as readonly RawHit[]),
    totals: rest.map(totalOf),
  };
}

/** Gone because it was replaced, or not there yet: the alias names another one at once. */
function mayPass(refusal: Refusal): boolean {
  return refusal.status === 404 || isBusy(refusal) || isMissingIndex(refusal);
}
