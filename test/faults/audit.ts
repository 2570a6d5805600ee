import type { Carrier } from '@quarry/engine';
import { isAfter, type TurnEnd, type TurnEvent } from '@quarry/turn';
import type { Redis } from 'ioredis';
import { isForgotten, type Forgotten } from './hop-ledger';

/** What a run left behind, checked against the invariants of the hop protocol (shared/engine.md, I1 to I9). */
export interface TurnsAudit {
  readonly accepted: number;
  readonly ended: number;
  readonly lost: number;
  /** Number of turns by end: its outcome, and its code if it has one, such as `failed (poison)`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Turns with more than one end in their log. */
  readonly doubled: number;
  /** Events that a client missed, saw twice or out of order, and turns whose live stream differs from a replay. */
  readonly streamGaps: number;
  /** The violations, one sentence each. */
  readonly violations: readonly string[];
}

/** What the audit reads of a turn: from a carrier, or from the API. */
export type AuditSource = Pick<Carrier, 'read' | 'events'>;

/**
 * I1, I2 and I4 of every accepted turn: exactly one end, which is the last event; event ids increase strictly; live
 * events equal those of a replay.
 * @param accepted turn id → what its client saw live; undefined if no client followed it
 * @param hops versions of a turn at its end, if all have the same number
 * @param forgotten what Redis lost in a power failure: events of that time may be missing from the log, as well as
 * turns that started and ended in it
 */
export async function auditTurns(
  source: AuditSource,
  accepted: ReadonlyMap<string, readonly TurnEvent[] | undefined>,
  { hops, forgotten = [] }: { readonly hops?: number; readonly forgotten?: readonly Forgotten[] } = {},
): Promise<TurnsAudit> {
  const violations: string[] = [];
  const outcomes: Record<string, number> = {};
  let ended = 0;
  let doubled = 0;
  let streamGaps = 0;
  for (const [id, live] of accepted) {
    const view = await source.read(id);
    const last = live?.at(-1);
    if (!view && last?.body.type === 'turn.finished' && isForgotten(last.at, forgotten)) {
      ended++;
      count(outcomes, last.body);
      continue;
    }
    if (view?.status !== 'ended' || !view.turn.end) {
      violations.push(`I1: turn ${id} was accepted and ${view ? `still runs at ${view.at}` : 'is unknown'}.`);
      continue;
    }
    ended++;
    count(outcomes, view.turn.end);
    if (hops !== undefined && view.v !== hops)
      violations.push(`I2: turn ${id} ended at version ${view.v}, not ${hops}.`);
    const replay: TurnEvent[] = [];
    for await (const event of source.events(id)) replay.push(event);
    const ends = replay.filter(({ body }) => body.type === 'turn.finished').length;
    if (ends > 1) doubled++;
    if (ends !== 1 || replay.at(-1)?.body.type !== 'turn.finished')
      violations.push(
        `I1: the log of turn ${id} has ${ends} ends, and its last event is ${replay.at(-1)?.body.type}.`,
      );
    if (!isOrdered(replay)) violations.push(`I4: event ids of turn ${id} do not strictly increase.`);
    // A client that had seen the end before Redis lost it no longer followed the turn.
    if (!live || (last?.body.type === 'turn.finished' && isForgotten(last.at, forgotten))) continue;
    const gaps = gapsOf(live, replay, forgotten);
    streamGaps += gaps;
    if (gaps > 0) violations.push(`I4: the client of turn ${id} missed or repeated ${gaps} events.`);
  }
  return {
    accepted: accepted.size,
    ended,
    lost: accepted.size - ended,
    outcomes,
    doubled,
    streamGaps,
    violations,
  };
}

function count(outcomes: Record<string, number>, { outcome, code }: Pick<TurnEnd, 'outcome' | 'code'>): void {
  const end = code === undefined ? outcome : `${outcome} (${code})`;
  outcomes[end] = (outcomes[end] ?? 0) + 1;
}

function isOrdered(events: readonly TurnEvent[]): boolean {
  return events.every((event, at) => at === 0 || isAfter(event.id, events[at - 1]?.id ?? ''));
}

/**
 * Events of the log that the client did not see, and events that it saw and that are missing or elsewhere. For a client
 * that was ahead of the disk, events that Redis lost do not count, nor the reset that announced it.
 */
function gapsOf(
  live: readonly TurnEvent[],
  replay: readonly TurnEvent[],
  forgotten: readonly Forgotten[],
): number {
  const told = new Set(replay.map((event) => JSON.stringify(event)));
  const wasAhead = live.some(({ at }) => isForgotten(at, forgotten));
  const seen = live
    .map((event) => ({
      text: JSON.stringify(event),
      isGone: isForgotten(event.at, forgotten) || (wasAhead && event.body.type === 'reset'),
    }))
    .filter(({ text, isGone }) => told.has(text) || !isGone)
    .map(({ text }) => text);
  const missed = [...told].filter((text) => !seen.includes(text)).length;
  const strange = seen.filter((text, at) => !told.has(text) || seen.indexOf(text) !== at).length;
  const isInOrder = seen.join('\n') === [...told].join('\n');
  return isInOrder ? 0 : Math.max(1, missed + strange);
}

/**
 * I8 and I9 once nothing runs: every key of a turn has a time to live, no job is left, nothing is due.
 * @param base hash tag of the carrier's keys, with its braces
 */
export async function auditKeys(client: Redis, base = '{quarry:0}'): Promise<readonly string[]> {
  const violations: string[] = [];
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, page] = await client.scan(cursor, 'MATCH', `${base}:*`, 'COUNT', 1_000);
    for (const key of page) found.add(key);
    cursor = next;
  } while (cursor !== '0');
  for (const key of found) {
    const [first = '', second = ''] = key.slice(base.length + 1).split(':');
    if (OF_TURNS.has(first)) {
      if ((await client.pttl(key)) === -1) violations.push(`I8: ${key} has no time to live.`);
    } else if (JOBS.has(second) || /-\d+$/.test(second)) violations.push(`I9: ${key} is left of a job.`);
  }
  if (found.has(`${base}:due`)) violations.push('I9: turns are still due.');
  return violations;
}

/** Prefixes of keys that belong to turns, all of which must expire. */
const OF_TURNS = new Set(['turn', 'ev', 'idem', 'recent', 'ended', 'failed', 'last']);

/** Lists and sets of a queue that exist only while there are jobs. */
const JOBS = new Set(['wait', 'active', 'delayed', 'failed', 'completed', 'prioritized', 'paused']);
