import type { CompiledPipeline } from '@quarry/pipeline';
import type { Sql } from '@quarry/sqlite';
import type { TurnEvent } from '@quarry/turn';
import type { TurnFacts } from '../memory/turn-facts';
import type { NotedKey, NotedTurn, Noted, TurnNote } from '../memory/turn-journal';

/** Maximum number of turns that one statement deletes. */
const AT_ONCE = 500;

/** Writes one note. @param known refs of the pipelines in the file */
export function writeNote(sql: Sql, note: TurnNote, now: number, known: ReadonlySet<string>): void {
  const { id, facts, fields, events, opening } = note;
  if (opening) {
    const { pipeline, compiled, key } = opening;
    sql.run('INSERT INTO turn (id, pipeline, facts, noted_at) VALUES (?, ?, ?, ?)', [
      ...[id, pipeline, JSON.stringify(facts), now],
    ]);
    if (compiled && !known.has(pipeline))
      sql.run('INSERT OR REPLACE INTO pipeline (ref, compiled) VALUES (?, ?)', [
        ...[pipeline, JSON.stringify(compiled)],
      ]);
    if (key)
      sql.run('INSERT OR REPLACE INTO idempotency_key (tenant, key, turn, expires_at) VALUES (?, ?, ?, ?)', [
        ...[key.tenant, key.key, key.turnId, key.expiresAt],
      ]);
  } else sql.run('UPDATE turn SET facts = ?, noted_at = ? WHERE id = ?', [JSON.stringify(facts), now, id]);
  for (const [name, value] of Object.entries(fields))
    sql.run('INSERT OR REPLACE INTO field (turn, name, value) VALUES (?, ?, ?)', [id, name, value]);
  if (events.length > 0)
    sql.run('INSERT INTO log (turn, events) VALUES (?, ?)', [id, JSON.stringify(events)]);
}

/** The whole content of the file. @throws Error if it cannot be parsed */
export function readNoted(sql: Sql): Noted {
  const fields = new Map<string, Record<string, string>>();
  for (const { turn, name, value } of sql.all<{ turn: string; name: string; value: string }>(
    'SELECT turn, name, value FROM field',
  )) {
    const known = fields.get(turn) ?? {};
    known[name] = value;
    fields.set(turn, known);
  }
  const logs = new Map<string, TurnEvent[]>();
  for (const { turn, events } of sql.all<{ turn: string; events: string }>(
    'SELECT turn, events FROM log ORDER BY number',
  )) {
    const log = logs.get(turn) ?? [];
    log.push(...(JSON.parse(events) as TurnEvent[]));
    logs.set(turn, log);
  }
  const turns = sql
    .all<{ id: string; facts: string; notedAt: number }>(
      'SELECT id, facts, noted_at AS notedAt FROM turn ORDER BY number',
    )
    .map(({ id, facts, notedAt }): NotedTurn => {
      const document = fields.get(id) ?? {};
      if (document['id'] !== id) throw new TypeError(`turn ${id} has no document`);
      return { facts: JSON.parse(facts) as TurnFacts, fields: document, events: logs.get(id) ?? [], notedAt };
    });
  const keys = sql.all<NotedKey>(
    'SELECT tenant, key, turn AS turnId, expires_at AS expiresAt FROM idempotency_key',
  );
  const pipelines = sql
    .all<{ compiled: string }>('SELECT compiled FROM pipeline')
    .map(({ compiled }) => JSON.parse(compiled) as CompiledPipeline);
  return { turns, keys, pipelines, stopped: sql.get('SELECT at FROM stop') !== undefined };
}

/** Deletes turns, expired keys, and pipelines without turns. Returns the refs of the remaining pipelines. */
export function forgetTurns(sql: Sql, turnIds: readonly string[], now: number): string[] {
  for (let from = 0; from < turnIds.length; from += AT_ONCE) {
    const ids = JSON.stringify(turnIds.slice(from, from + AT_ONCE));
    for (const [table, column] of Object.entries({ log: 'turn', field: 'turn', turn: 'id' }))
      sql.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`, [ids]);
  }
  sql.run('DELETE FROM idempotency_key WHERE expires_at <= ?', [now]);
  sql.run('DELETE FROM pipeline WHERE ref NOT IN (SELECT pipeline FROM turn)');
  return sql.all<{ ref: string }>('SELECT ref FROM pipeline').map(({ ref }) => ref);
}
