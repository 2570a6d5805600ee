import { currentPass, type Miss, type Need, type Search, type Turn } from '@quarry/turn';

/** Names of the places for lookups, which are not searches. */
const PLACES: Readonly<Partial<Record<Search['mode'], string>>> = {
  graph: 'graph: names',
  section: 'files: places',
};

/** The message to an agent whose lookup failed because the graph is unavailable. */
const GRAPH_AWAY = 'the code graph cannot be reached now: search for it';

function lookedInVain(turn: Turn, { call }: Need): boolean {
  const pass = currentPass(turn);
  const away = turn.degraded?.some((item) => item.pass === pass && item.store === 'graph');
  return call?.tool === 'lookup' && away === true;
}

/**
 * Settles requests of earlier passes that stayed open after this pass: each becomes a miss, with the places that were
 * searched.
 */
export function settleNeeds(turn: Turn): {
  readonly needs: readonly Need[];
  readonly misses: readonly Miss[];
} {
  const pass = currentPass(turn);
  const left = turn.needs.filter((need) => need.status === 'open' && need.pass < pass);
  if (left.length === 0) return { needs: turn.needs, misses: turn.misses };
  const where = [
    ...new Set(
      turn.searches
        .filter((search) => search.pass === pass)
        .map((search) => PLACES[search.mode] ?? `${search.mode} search`),
    ),
  ];
  const misses = left.map((need): Miss => ({
    pass,
    text: need.text,
    why:
      need.call?.note ?? (lookedInVain(turn, need) ? GRAPH_AWAY : 'nothing relevant that names it was found'),
    where,
  }));
  return {
    needs: turn.needs.map((need) => (left.includes(need) ? { ...need, status: 'missed' } : need)),
    misses: [...turn.misses, ...misses],
  };
}
