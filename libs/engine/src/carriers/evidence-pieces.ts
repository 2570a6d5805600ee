import type { Evidence } from '@quarry/turn';

/** A piece of evidence that a hop added or changed, or the number of one that the turn gave up. */
export type EvidencePiece = Evidence | { readonly n: number; readonly gone: true };
export type EvidencePieces = readonly EvidencePiece[];

/** A carrier keeps each piece in a field of its own: a commit writes what is new, and writing it once more changes nothing. */
const FIELD = /^evidence\.(\d+)$/;

export function pieceFields(pieces: EvidencePieces): Record<string, string> {
  return Object.fromEntries(pieces.map((piece) => [`evidence.${piece.n}`, JSON.stringify(piece)]));
}

/** The pieces among the fields of a turn, in no order. */
export function piecesFrom(fields: Readonly<Record<string, string>>): EvidencePieces {
  return Object.entries(fields).flatMap(([field, text]) =>
    FIELD.test(field) ? [JSON.parse(text) as EvidencePiece] : [],
  );
}

/** The evidence of a turn by number: pieces take the place of those with the same number, whatever their order. */
export function mergeEvidence(known: readonly Evidence[], pieces: EvidencePieces): readonly Evidence[] {
  if (pieces.length === 0) return known;
  const byNumber = new Map<number, EvidencePiece>([...known, ...pieces].map((piece) => [piece.n, piece]));
  return [...byNumber.values()]
    .flatMap((piece) => ('gone' in piece ? [] : [piece]))
    .toSorted((a, b) => a.n - b.n);
}

/** What turns `before` into `after`: pieces that are new or changed, and those that are gone. */
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
