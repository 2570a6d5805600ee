import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import { isBusy, isMissingIndex, readRefusal, refusalFault, type Refusal } from '@quarry/elasticsearch';
import { parseMeta, type Meta, type StoredMeta } from './meta';
import { META_ID } from './names';
import { totalOf } from './pages';
import type { Snapshot } from './snapshot';

/** Retries of a search if the index behind the alias was replaced meanwhile, or the server was overloaded. */
const ATTEMPTS = 6;
const PAUSE_MS = 40;

/**
 * Longest wait for one reply, in milliseconds. A connection that a firewall has dropped is silent; a retry uses another
 * connection.
 */
const QUERY_MS = 10_000;

export type RawHit = estypes.SearchHit<{ readonly body: string }>;

/** Fields of all searches: what is visible, in one request. */
export interface Seen {
  readonly meta: Meta;
  /** Hits of each body, in order. */
  readonly lists: readonly (readonly RawHit[])[];
  /** Total number of matches, if the body requests it. */
  readonly totals: readonly number[];
}

/**
 * @param limitMs longest wait for one reply, in milliseconds
 * @throws Fault `index_missing`; `store_unavailable` (retryable) if no reply comes in time
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
    // If there is no index, one retry is enough.
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
  // An index that is being created has no meta data yet.
  if (!stored) throw snapshot.missing();
  return {
    meta: parseMeta(snapshot, stored).meta,
    lists: rest.map(({ hits }) => hits.hits as readonly RawHit[]),
    totals: rest.map(totalOf),
  };
}

/** The index was replaced, or does not exist yet: the alias soon points to another one. */
function mayPass(refusal: Refusal): boolean {
  return refusal.status === 404 || isBusy(refusal) || isMissingIndex(refusal);
}
