import type { Evidence } from '../evidence/evidence';
import { extractionReport } from './extraction-report';
import { GRAPH_LOOKUP, normalizeQuery, type Miss, type Need } from '../need/need';
import { specificNames } from '../need/specific';
import type { AskedItem, FoundPlace, PassReport } from './pass-report';
import type { Search } from '../plan/plan';
import { currentPass, type Turn } from '../turn/turn';
import { whereaboutsOf } from '../evidence/whereabouts';

/**
 * What each pass requested, found (with the place), did not find (with the reason and the places searched) and took from
 * the cache; empty if there was no search. The first pass lists its queries. A later pass lists the requests made after
 * the previous one, and queries that belong to no request. Each piece of evidence is in the report of its pass; a request
 * that earlier evidence answers refers to that.
 */
export function gapReport(turn: Turn): readonly PassReport[] {
  if (turn.extraction) return extractionReport(turn);
  const recalled = new Set(turn.memory?.recalled);
  if (turn.searches.length === 0 && recalled.size === 0) return [];
  return Array.from({ length: currentPass(turn) }, (_, at): PassReport => {
    const pass = at + 1;
    const own = turn.evidence.filter((item) => item.pass === pass);
    const fresh = own.filter(({ n }) => !recalled.has(n));
    const served = turn.needs.filter((need) => need.pass === pass - 1 && refusal(turn, need) === null);
    const rest = withoutRepeats(
      turn.searches.filter(
        (search) => search.pass === pass && !served.some((need) => explains(need, search)),
      ),
    );
    const named = turn.misses.filter((miss) => miss.pass === pass && miss.where.includes(GRAPH_LOOKUP));
    const asked = [
      ...named.map(({ text, why, where }) => ({ text, hits: 0, found: [], notFound: { why, where } })),
      ...served.map((need) => requestItem(turn, need)),
      ...rest.map((search) => queryItem(search, fresh)),
    ];
    const shown = new Set(asked.flatMap(({ found }) => found.map(({ n }) => n)));
    return {
      pass,
      asked,
      alsoFound: fresh.filter(({ n }) => !shown.has(n)).map(placeOf),
      fromCache: own.filter(({ n }) => recalled.has(n)).map(placeOf),
      refused: turn.needs
        .filter((need) => need.pass === pass)
        .flatMap((need) => refusal(turn, need) ?? [])
        .map(({ text, why }) => ({ text, why })),
    };
  });
}

/** Searches for one text are one line: a question that is only a name is searched for as a whole, and as a name. */
function withoutRepeats(searches: readonly Search[]): readonly Search[] {
  const kept = new Map<string, Search>();
  for (const search of searches) {
    const key = `${search.mode === 'graph'} ${normalizeQuery(search.query)}`;
    const before = kept.get(key);
    if (!before || (before.hits === 0 && search.hits > 0)) kept.set(key, search);
  }
  return [...kept.values()];
}

function requestItem(turn: Turn, need: Need): AskedItem {
  const miss = need.status === 'missed' ? missOf(turn, need, need.pass + 1) : undefined;
  const found = turn.evidence.filter(({ n }) => need.resolvedBy.includes(n)).map(placeOf);
  return {
    text: need.text,
    hits: found.length,
    found,
    notFound: miss ? { why: miss.why, where: miss.where } : null,
  };
}

function queryItem(search: Search, fresh: readonly Evidence[]): AskedItem {
  const query = normalizeQuery(search.query);
  // Texts found through the graph also have the question as their query.
  const byGraph = search.mode === 'graph';
  const found = fresh
    .filter((item) => (item.foundBy === 'graph') === byGraph && normalizeQuery(item.query) === query)
    .map(placeOf);
  const where = [search.mode === 'graph' ? 'graph: names' : `${search.mode} search`];
  if (search.skipped !== undefined)
    return { text: search.query, hits: 0, found, notFound: { why: search.skipped, where: [] } };
  const notFound = search.hits > 0 ? null : { why: 'nothing above the relevance floor', where };
  return { text: search.query, hits: search.hits, found, notFound };
}

/** The miss of a request that the loop guard refused; null if it was or is being searched for. */
function refusal(turn: Turn, need: Need): Miss | null {
  if (need.status !== 'missed') return null;
  const miss = missOf(turn, need, need.pass);
  return miss && miss.where.length === 0 ? miss : null;
}

function missOf(turn: Turn, need: Need, pass: number): Miss | undefined {
  const text = normalizeQuery(need.text);
  return turn.misses.find((miss) => miss.pass === pass && normalizeQuery(miss.text) === text);
}

/** Whether there was a search for a request: with its text, or for a name in it. */
function explains(need: Need, search: Search): boolean {
  const query = normalizeQuery(search.query);
  if (normalizeQuery(need.text) === query) return true;
  return search.mode === 'graph' && specificNames(need.text).some((name) => normalizeQuery(name) === query);
}

function placeOf(item: Evidence): FoundPlace {
  return { n: item.n, ...whereaboutsOf(item) };
}
