import { scan } from '@quarry/elasticsearch';
import type { TurnRecord } from '../port';
import { tenantKey, type SessionDocument } from './documents';
import type { HistoryIndex } from './history-index';

/** Statistics of turns that a session names. Leftovers of a dead writer, or of an unfinished deletion, do not count. */
export async function records(
  index: HistoryIndex,
  tenant: string,
  since: number,
): Promise<readonly TurnRecord[]> {
  const ofTenant = { term: { tenant: tenantKey(tenant) } };
  const places = new Map<string, number>();
  // Sessions first: a turn that ends meanwhile is then not counted, rather than counted without its session.
  const sessions = [ofTenant, { range: { last_asked_at: { gte: since } } }];
  for await (const page of scan<SessionDocument>(index, { filter: sessions, _source: ['turns'] }))
    for (const { _source } of page) _source?.turns.forEach((turn, at) => places.set(turn, at));

  const found: { readonly record: TurnRecord; readonly at: number }[] = [];
  const turns = [ofTenant, { range: { asked_at: { gte: since } } }];
  for await (const page of scan(index, { filter: turns, _source: false, docvalue_fields: ['record'] }))
    for (const { _id = '', fields } of page) {
      const at = places.get(_id);
      const [record] = (fields as { readonly record: readonly [string] }).record;
      if (at !== undefined) found.push({ record: JSON.parse(record) as TurnRecord, at });
    }
  return found.sort((a, b) => a.record.askedAt - b.record.askedAt || a.at - b.at).map(({ record }) => record);
}
