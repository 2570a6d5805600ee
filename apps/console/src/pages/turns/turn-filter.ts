import type { ListedTurnDto } from '@quarry/client';
import { t } from '../../language/messages';

/** Periods for the list, in hours. */
export const PERIODS = [
  { value: '1', title: t('the last hour') },
  { value: '24', title: t('the last day') },
  { value: '168', title: t('the last week') },
  { value: '720', title: t('the last 30 days') },
] as const;

/** Outcomes of turns. */
export const OUTCOMES: readonly NonNullable<ListedTurnDto['outcome']>[] = [
  'answered',
  'partial',
  'insufficient',
  'direct',
  'budget',
  'cancelled',
  'failed',
];

/** States of the lines that answers cite. */
export const STALENESS = [
  { value: 'stale', title: t('no longer as cited') },
  { value: 'moved', title: t('moved') },
  { value: 'changed', title: t('changed') },
  { value: 'gone', title: t('gone') },
  { value: 'fresh', title: t('as cited') },
] as const;

/** The filter of the list. The page's address uses the same names. */
export interface TurnFilter {
  readonly q: string;
  readonly outcome: string;
  readonly pipeline: string;
  readonly session: string;
  /** A state of cited lines, `stale`, or empty. */
  readonly staleness: string;
  /** One of {@link PERIODS}, or empty. */
  readonly hours: string;
}

const NAMES = ['q', 'outcome', 'pipeline', 'session', 'staleness', 'hours'] as const;

export function filterFrom(query: URLSearchParams): TurnFilter {
  const [q = '', outcome = '', pipeline = '', session = '', staleness = '', hours = ''] = NAMES.map(
    (name) => query.get(name)?.trim() ?? '',
  );
  return { q, outcome, pipeline, session, staleness, hours };
}

/** The page's address for a filter, with the first page of the list. */
export function addressOf(filter: TurnFilter): string {
  const query = new URLSearchParams(
    NAMES.map((name): [string, string] => [name, filter[name]]).filter(([, value]) => value !== ''),
  );
  return query.size === 0 ? '/turns' : `/turns?${query}`;
}

/** The same for the API. @param now milliseconds since the epoch, from which the period is computed */
export function apiQuery(filter: TurnFilter, cursor: string | null, now: number): string {
  const { hours, ...rest } = filter;
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== ''));
  const back = Number(hours);
  if (back > 0) query.set('since', new Date(now - back * 3_600_000).toISOString());
  if (cursor !== null) query.set('cursor', cursor);
  query.set('limit', '25');
  return query.toString();
}
