import type { Sql } from '@quarry/sqlite';
import { normalizedName, folded, reversed } from '../names';

/** A key's number and the kind of match. */
export interface Found {
  readonly id: number;
  readonly match: 'exact' | 'partial';
}

/** Trigrams need three characters; for shorter names, all names are read. */
const SHORTEST_TRIGRAM = 3;
/**
 * Characters of a longer name that trigrams search for: a phrase of thousands takes minutes if they repeat. The rest is
 * compared.
 */
const LONGEST_PHRASE = 64;

/**
 * Keys of nodes with the name, best first. Within a rank: definitions before references, short qualified names before
 * long ones, then by key.
 */
export function lookupName(sql: Sql, name: string, limit: number): Found[] {
  const wanted = normalizedName(name);
  if (wanted === '' || limit <= 0) return [];
  const exact = bearers(sql, name.trim(), wanted, limit);
  const rest = limit - exact.length;
  const partial = rest > 0 ? containers(sql, folded(wanted), exact, rest) : [];
  return [
    ...exact.map((id) => ({ id, match: 'exact' }) as const),
    ...partial.map((id) => ({ id, match: 'partial' }) as const),
  ];
}

/** Ranks 1–4: key, qualified name, ending, name; 5–8: the same ignoring case. */
function bearers(sql: Sql, key: string, wanted: string, limit: number): number[] {
  const low = folded(wanted);
  return sql
    .all<{ id: number }>(
      `WITH candidate (node_id, rank) AS (
         SELECT node.id, iif(symbol.key = :key, 1, 5) FROM symbol JOIN node ON symbol_id = symbol.id
           WHERE symbol.folded = :low_key
         UNION ALL
         SELECT id, iif(qualified = :wanted, 2, 6) FROM node WHERE folded = :low
         UNION ALL
         SELECT id, iif(substr(qualified, -length(:wanted) - 1) = '.' || :wanted, 3, 7) FROM node
           WHERE reversed >= :back || '.' AND reversed < :back || '/'
         UNION ALL
         SELECT id, iif(name = :wanted, 4, 8) FROM node WHERE folded_name = :low
       )
       SELECT symbol_id AS id FROM candidate JOIN node ON node.id = node_id JOIN symbol ON symbol.id = symbol_id
       GROUP BY symbol_id ORDER BY min(rank), max(defined) DESC, min(length(qualified)), key LIMIT :limit`,
      { key, low_key: folded(key), wanted, low, back: reversed(low), limit },
    )
    .map((row) => row.id);
}

/** Qualified names that contain `low`, ignoring case; those whose last part contains it come first. */
function containers(sql: Sql, low: string, without: readonly number[], limit: number): number[] {
  const byTrigrams = [...low].length >= SHORTEST_TRIGRAM;
  const beginning = [...low.slice(0, 2 * LONGEST_PHRASE)].slice(0, LONGEST_PHRASE).join('');
  const source = byTrigrams
    ? 'partial_name CROSS JOIN node ON node.id = partial_name.rowid WHERE partial_name MATCH :match AND instr(node.folded, :low)'
    : "node WHERE :match <> '' AND instr(node.folded, :low)";
  return sql
    .all<{ id: number }>(
      `SELECT symbol_id AS id FROM (
         SELECT symbol_id, max(instr(folded_name, :low) > 0) AS named, max(defined) AS defined, min(length(qualified)) AS long
         FROM ${source} AND symbol_id NOT IN (SELECT value FROM json_each(:without)) GROUP BY symbol_id
       ) JOIN symbol ON symbol.id = symbol_id
       ORDER BY named DESC, defined DESC, long, key LIMIT :limit`,
      { match: `"${beginning.replaceAll('"', '""')}"`, low, without: JSON.stringify(without), limit },
    )
    .map((row) => row.id);
}
