import {
  citedPassages,
  snapshotFor,
  snapshotsOfTurn,
  type CitedPassage,
  type PassageState,
  type Turn,
} from '@quarry/turn';

/**
 * What the state of a citation was decided with. It must be decided again when one of the hashes is no longer that of
 * its file.
 */
export interface Seen {
  /** The cited file, as the search index names it in its manifest. */
  readonly path: string;
  /** Its hash in the snapshot that was compared: `''` if it was not there, null if nothing was compared yet. */
  readonly hash: string | null;
  /** Another file, where the lines are now, with its hash; null if they are in the cited file, or nowhere. */
  readonly place: string | null;
  readonly placeHash: string | null;
}

/** A citation of a kept answer: one entry of the index from files to answers. */
export interface KeptCitation {
  /** Number of the evidence. */
  readonly n: number;
  /** As the stores name it. */
  readonly repository: string;
  readonly seen: Seen;
  /** Null before the first comparison, and where there is nothing to compare with. */
  readonly state: PassageState | null;
}

/** The citations of a kept answer, and the worst of their states. */
export interface KeptCitations {
  readonly citations: readonly KeptCitation[];
  readonly staleness: PassageState | null;
}

/** Name of a turn, across tenants. */
export interface TurnName {
  readonly tenant: string;
  readonly id: string;
}

/** The file of a passage, as the manifest of a search index names it. */
export function fileOf({ path, document }: Pick<CitedPassage, 'path' | 'document'>): string {
  return document === undefined ? path : `${path}/${document}`;
}

/** The citations of files in a turn, not yet compared. */
export function citationsOf(turn: Turn): readonly KeptCitation[] {
  const refs = snapshotsOfTurn(turn);
  return citedPassages(turn).flatMap((passage): KeptCitation[] => {
    const cited = snapshotFor(refs, passage);
    if (!cited) return [];
    const seen = { path: fileOf(passage), hash: null, place: null, placeHash: null };
    return [{ n: passage.n, repository: cited.repository, seen, state: null }];
  });
}

/** As adapters store it: equal texts are equal values. */
export function seenText({ path, hash, place, placeHash }: Seen): string {
  return JSON.stringify([path, hash, place, placeHash]);
}

/** The other way of {@link seenText}. */
export function seenIn(text: string): Seen {
  const [path, hash, place, placeHash] = JSON.parse(text) as readonly [
    string,
    string | null,
    string | null,
    string | null,
  ];
  return { path, hash, place, placeHash };
}
