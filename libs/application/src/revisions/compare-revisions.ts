import type { SearchReader } from '@quarry/search-index';
import {
  namePartsOf,
  type SnapshotRef,
  citedPassages,
  snapshotFor,
  snapshotsOfTurn,
  type AnsweredFrom,
  type CitedPassage,
} from '@quarry/turn';
import type { DiffLine } from '../passages/diff-lines';
import { GONE, locateDefinition, locatePassage, type LocatedPassage } from '../passages/locate-passage';
import { SnapshotFiles } from '../passages/snapshot-files';
import { compareClaims, type ClaimChange } from './compare-claims';
import type { EvidenceChange, RevisionPlace } from './evidence-change';
import { movedSymbols, type MovedSymbol } from './moved-symbols';

/** What two answers to the same question at two revisions have in common, and what differs. */
export interface RevisionComparison {
  readonly claims: readonly ClaimChange[];
  /** By path of the older revision, added ones at the end. */
  readonly evidence: readonly EvidenceChange[];
  /** Definitions among the evidence that are in another file than before. */
  readonly moved: readonly MovedSymbol[];
}

/** Where the lines that one answer cites are looked for: the snapshots of the other answer. */
export interface ComparedSnapshots {
  readonly from: readonly SnapshotRef[];
  readonly to: readonly SnapshotRef[];
}

/**
 * Compares the answers to one question at two revisions: which statements only one of them makes, and the state of
 * every cited place in the other revision.
 * @param from the turn about the older revision
 * @param snapshots as the reader of the comparison may read them; those of the turns by default
 * @throws Fault of the store
 */
export async function compareRevisions(
  index: SearchReader,
  from: AnsweredFrom,
  to: AnsweredFrom,
  snapshots: ComparedSnapshots = { from: snapshotsOfTurn(from), to: snapshotsOfTurn(to) },
): Promise<RevisionComparison> {
  const [older, newer] = [citedPassages(from), citedPassages(to)];
  const forward = await located(index, older, snapshots.to);
  const backward = await located(index, newer, snapshots.from);
  const known = new Set<CitedPassage>();
  const changes = older.map((passage, at): EvidenceChange => {
    const found = forward[at] ?? GONE;
    const same = sameIn(newer, passage, found);
    if (same) known.add(same);
    const isRepeated = same !== undefined && !isAt(same, passage, found);
    return {
      change: isRepeated ? 'moved' : changeOf(found, 'removed'),
      ...about(passage),
      citedAs: [passage.n, same?.n ?? null],
      from: placeOf(passage),
      to: isRepeated ? placeOf(same) : found.place,
      diff: isRepeated ? [] : found.diff,
    };
  });
  const added = newer.flatMap((passage, at): EvidenceChange[] => {
    if (known.has(passage)) return [];
    const found = backward[at] ?? GONE;
    return [
      {
        change: changeOf(found, 'added'),
        ...about(passage),
        citedAs: [null, passage.n],
        from: found.place,
        to: placeOf(passage),
        diff: reversed(found.diff),
      },
    ];
  });
  const evidence = [...changes.toSorted(byPath), ...added.toSorted(byPath)];
  return { claims: compareClaims(from, to, evidence), evidence, moved: movedSymbols(evidence) };
}

/** Each passage in the snapshots of the other turn; one whose repository is not among them is gone. */
async function located(
  index: SearchReader,
  passages: readonly CitedPassage[],
  refs: readonly SnapshotRef[],
): Promise<readonly LocatedPassage[]> {
  const snapshots = new Map(refs.map((ref) => [ref, new SnapshotFiles(index, ref)]));
  const found: LocatedPassage[] = [];
  for (const passage of passages) {
    const ref = snapshotFor(refs, passage);
    const files = ref && snapshots.get(ref);
    const place = files ? await locatePassage(files, passage) : GONE;
    if (isSameDefinition(passage, place)) found.push(place);
    else found.push((files && (await locateDefinition(files, passage))) ?? GONE);
  }
  return found;
}

/** Share of the lines of a definition that another one must have to be the same, renamed. */
const RENAMED = 0.75;

/** Whether changed lines still define what the passage defines: like functions have like lines. */
function isSameDefinition({ symbol, text }: CitedPassage, { state, diff }: LocatedPassage): boolean {
  if (state !== 'changed' || symbol === undefined) return true;
  const name = namePartsOf(symbol).at(-1) ?? symbol;
  const words = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_$~]+/gu) ?? [];
  if (diff.some((line) => line.kind !== 'removed' && words(line.text).includes(name))) return true;
  const same = diff.filter((line) => line.kind === 'same' && line.text.trim() !== '').length;
  const all = text.split('\n').filter((line) => line.trim() !== '').length;
  return same >= RENAMED * all;
}

function about({ repository, symbol }: CitedPassage): Pick<EvidenceChange, 'repository' | 'symbol'> {
  return { repository: repository ?? null, symbol: symbol ?? null };
}

function placeOf({ path, startLine, endLine }: CitedPassage): RevisionPlace {
  return { path, startLine, endLine };
}

function changeOf({ state }: LocatedPassage, gone: 'removed' | 'added'): EvidenceChange['change'] {
  if (state === 'gone') return gone;
  return state === 'fresh' ? 'same' : state;
}

/** Whether a passage of the newer answer is where one of the older answer is now. */
function isAt(newer: CitedPassage, older: CitedPassage, { place }: LocatedPassage): boolean {
  if (!place || newer.repository !== older.repository || newer.path !== place.path) return false;
  return overlaps(newer, place);
}

/**
 * The passage of the newer answer that is one of the older answer: the one with most lines of it where it is now, or
 * the same lines of the same definition, which can occur several times.
 */
function sameIn(
  newer: readonly CitedPassage[],
  older: CitedPassage,
  found: LocatedPassage,
): CitedPassage | undefined {
  const { place } = found;
  const there = newer.filter((other) => isAt(other, older, found));
  if (place && there.length > 0)
    return there.reduce((best, other) => (common(other, place) > common(best, place) ? other : best));
  return newer.find(
    ({ symbol, repository, path, text }) =>
      symbol !== undefined &&
      symbol === older.symbol &&
      repository === older.repository &&
      path === place?.path &&
      text.trim() === older.text.trim(),
  );
}

function overlaps(a: RevisionPlace, b: RevisionPlace): boolean {
  return common(a, b) > 0;
}

/** Number of lines that two places have in common. */
function common(a: RevisionPlace, b: RevisionPlace): number {
  return Math.max(0, Math.min(a.endLine, b.endLine) - Math.max(a.startLine, b.startLine) + 1);
}

/** A difference that was made from the newer lines; where lines are replaced, the older ones come first. */
function reversed(diff: readonly DiffLine[]): readonly DiffLine[] {
  const turned = diff.map(({ kind, text }, at) => ({
    line: { kind: kind === 'same' ? kind : kind === 'added' ? 'removed' : 'added', text } as const,
    block: diff.slice(0, at).filter((each) => each.kind === 'same').length + (kind === 'same' ? 0.5 : 0),
  }));
  const rank = { same: 0, removed: 0, added: 1 };
  return turned
    .toSorted((a, b) => a.block - b.block || rank[a.line.kind] - rank[b.line.kind])
    .map(({ line }) => line);
}

function byPath(a: EvidenceChange, b: EvidenceChange): number {
  const place = ({ from, to }: EvidenceChange) => from ?? to;
  const [one, other] = [place(a), place(b)];
  if (!one || !other || one.path === other.path) return (one?.startLine ?? 0) - (other?.startLine ?? 0);
  return one.path < other.path ? -1 : 1;
}
