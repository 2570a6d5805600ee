import { currentPass, type Miss, type Need, type Turn } from '@quarry/turn';

/** Needs that the pass which was to serve them left open become misses, with what was searched. */
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
        .map((search) => (search.mode === 'graph' ? 'graph: names' : `${search.mode} search`)),
    ),
  ];
  const misses = left.map((need): Miss => ({
    pass,
    text: need.text,
    why: 'nothing relevant that names it was found',
    where,
  }));
  return {
    needs: turn.needs.map((need) => (left.includes(need) ? { ...need, status: 'missed' } : need)),
    misses: [...turn.misses, ...misses],
  };
}
