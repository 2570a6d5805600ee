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
  /** What the body aggregates. */
  readonly aggregations: readonly (Readonly<Record<string, unknown>> | undefined)[];
}

/** A search of some snapshots. */
export interface Among {
  readonly snapshots: readonly Snapshot[];
  readonly body: estypes.MsearchMultisearchBody;
  /** True: words are as rare as in all of these snapshots, not as in each of them. */
  readonly isGlobal?: boolean;
}

/** As {@link Seen}, with the meta data of each snapshot, in order. */
interface SeenAmong extends Omit<Seen, 'meta'> {
  readonly metas: readonly Meta[];
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
  const searches = bodies.map((body) => ({ snapshots: [snapshot], body }));
  const { metas, ...seen } = await searchAmong([snapshot], searches, limitMs);
  const [meta] = metas;
  if (!meta) throw snapshot.missing();
  return { meta, ...seen };
}

/**
 * Searches several snapshots in one request.
 * @throws Fault as {@link multiSearch}
 */
export async function searchAmong(
  snapshots: readonly [Snapshot, ...Snapshot[]],
  searches: readonly Among[],
  limitMs: number = QUERY_MS,
): Promise<SeenAmong> {
  for (let attempt = 1; ; attempt++) {
    const result = await once(snapshots, searches, limitMs);
    if (!('status' in result)) return result;
    const named = snapshots.find(({ alias }) => result.reason.includes(alias)) ?? snapshots[0];
    if (attempt >= ATTEMPTS || !mayPass(result)) {
      if (isMissingIndex(result)) throw named.missing();
      throw refusalFault(result, named.server.address);
    }
    // If there is no index, one retry is enough.
    if (isMissingIndex(result) && attempt > 1) throw named.missing();
    await sleep(PAUSE_MS * attempt);
  }
}

async function once(
  snapshots: readonly [Snapshot, ...Snapshot[]],
  searches: readonly Among[],
  limitMs: number,
): Promise<SeenAmong | Refusal> {
  const aliases = (of: readonly Snapshot[]) => of.map(({ alias }) => alias);
  const about = {
    query: { ids: { values: [META_ID] } },
    _source: ['meta', 'version'],
    size: snapshots.length,
  };
  const requests = [
    { index: aliases(snapshots) },
    about,
    ...searches.flatMap(({ snapshots: among, body, isGlobal }) => [
      {
        index: aliases(among),
        ...(isGlobal === true ? { search_type: 'dfs_query_then_fetch' as const } : {}),
      },
      body,
    ]),
  ];
  const [first] = snapshots;
  const { responses } = await first.call((client) =>
    client.msearch<unknown>({ searches: requests }, { requestTimeout: limitMs }),
  );
  const results: estypes.MsearchMultiSearchItem<unknown>[] = [];
  for (const response of responses) {
    if ('error' in response) return readRefusal(response.status, response.error);
    results.push(response);
  }
  const [found, ...rest] = results;
  const metas = snapshots.map((snapshot) => {
    const hit = found?.hits.hits.find(({ _index }) => isBehind(snapshot, _index));
    // An index that is being created has no meta data yet.
    if (!hit?._source) throw snapshot.missing();
    return parseMeta(snapshot, hit._source as StoredMeta).meta;
  });
  return {
    metas,
    lists: rest.map(({ hits }) => hits.hits as readonly RawHit[]),
    totals: rest.map(totalOf),
    aggregations: rest.map(
      ({ aggregations }) => aggregations as Readonly<Record<string, unknown>> | undefined,
    ),
  };
}

/** Whether an index is the one behind the snapshot's alias: its name begins with it. */
export function isBehind({ alias }: Pick<Snapshot, 'alias'>, index: string): boolean {
  return index.startsWith(`${alias}-v`);
}

/** The index was replaced, or does not exist yet: the alias soon points to another one. */
function mayPass(refusal: Refusal): boolean {
  return refusal.status === 404 || isBusy(refusal) || isMissingIndex(refusal);
}
