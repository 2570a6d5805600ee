import { requestsOf } from '../report/extraction-report';
import { gapKey, gapsOf } from './gaps';
import type { Miss, Need } from '../need/need';
import type { Turn } from '../turn/turn';

/** Something that was asked for and not found. */
export interface NotFound {
  /** As it was first written. */
  readonly text: string;
  /** Why it was not found, or why it was not searched for. */
  readonly why: string;
  /** Where the passes searched, in words, without duplicates. */
  readonly where: readonly string[];
  /** False if it was not searched for: the loop guard refused it, or the turn ended first. */
  readonly sought: boolean;
}

/**
 * What the turn asked for and did not find, each thing once, in the order in which it was asked for: requests that no
 * pass found, and searches that nobody requested and that brought nothing (the item of an extraction). What an earlier
 * pass missed and a later one found is not among them.
 *
 * @example
 * notFoundOf(turn); // [{ text: 'TaxOffice', why: 'no definition', where: ['hybrid search'], sought: true }]
 */
export function notFoundOf(turn: Turn): readonly NotFound[] {
  const byKey = Map.groupBy(turn.misses, ({ text }) => gapKey(text));
  const requests = gapsOf(requestsOf(turn));
  const requested = new Set(requests.map(({ text }) => gapKey(text)));
  const found = new Set((turn.findings ?? []).map(({ item }) => gapKey(item)));
  const calls = new Set(
    turn.needs.filter(({ status }) => status === 'resolved').map(({ text }) => gapKey(text)),
  );
  const others = [...byKey.keys()].filter((key) => !requested.has(key) && !found.has(key) && !calls.has(key));
  return [
    ...requests.flatMap(({ text, status }) =>
      status === 'resolved' ? [] : notFound(text, status, byKey.get(gapKey(text)) ?? []),
    ),
    ...others.flatMap((key) => {
      const misses = byKey.get(key) ?? [];
      return misses[0] ? notFound(misses[0].text, 'missed', misses) : [];
    }),
  ];
}

function notFound(text: string, status: Need['status'], misses: readonly Miss[]): NotFound {
  const where = [...new Set(misses.flatMap((miss) => miss.where))];
  const last = misses.filter((miss) => miss.where.length > 0).at(-1) ?? misses.at(-1);
  const sought = status === 'missed' && (misses.length === 0 || where.length > 0);
  const why = last?.why ?? (sought ? 'nothing was found' : 'the turn ended before it was looked for');
  return { text, why, where, sought };
}
