import type { Evidence } from '@quarry/turn';

/** A piece of evidence that a hop added or changed, or the number of one that the turn removed. */
export type EvidencePiece = Evidence | { readonly n: number; readonly gone: true };
export type EvidencePieces = readonly EvidencePiece[];

/**
 * A carrier stores each piece in a separate field: a commit writes only new pieces, and writing one again changes
 * nothing.
 */
const FIELD = 'evidence.';

export function pieceFields(pieces: EvidencePieces): Record<string, string> {
  return Object.fromEntries(pieces.map((piece) => [`${FIELD}${piece.n}`, JSON.stringify(piece)]));
}

/** The pieces among the fields of a turn, in no particular order. */
export function piecesFrom(fields: Readonly<Record<string, string>>): EvidencePieces {
  const pieces: EvidencePiece[] = [];
  for (const field in fields)
    if (field.startsWith(FIELD)) pieces.push(JSON.parse(fields[field] ?? 'null') as EvidencePiece);
  return pieces;
}

/** The evidence of a turn by number. Pieces replace those with the same number, in any order. */
export function mergeEvidence(known: readonly Evidence[], pieces: EvidencePieces): readonly Evidence[] {
  if (pieces.length === 0) return known;
  const byNumber = new Map<number, EvidencePiece>([...known, ...pieces].map((piece) => [piece.n, piece]));
  return [...byNumber.values()]
    .flatMap((piece) => ('gone' in piece ? [] : [piece]))
    .toSorted((a, b) => a.n - b.n);
}

/** The difference between `before` and `after`: pieces that are new or changed, and those that were removed. */
export function piecesBetween(before: readonly Evidence[], after: readonly Evidence[]): EvidencePieces {
  if (before === after) return [];
  const known = new Map(before.map((item) => [item.n, item]));
  const kept = new Set(after.map(({ n }) => n));
  return [
    ...after.filter((item) => !isSame(known.get(item.n), item)),
    ...before.filter(({ n }) => !kept.has(n)).map(({ n }) => ({ n, gone: true }) as const),
  ];
}

function isSame(one: Evidence | undefined, other: Evidence): boolean {
  return one === other || (one !== undefined && JSON.stringify(one) === JSON.stringify(other));
}
