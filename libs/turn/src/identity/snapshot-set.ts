import type { NodeKey, SnapshotRef } from './ids';
import { baseSnapshot } from './label-view';
import { shownRepository } from './repository-name';

/** Repositories that a label names before it counts the others. */
const MOST_NAMED = 5;

/**
 * Several snapshots, each of another repository, that are read as one: as if each repository were a folder with its
 * name. A path, an id and a key of the graph begin with the name of their repository: `billing/src/tax.ts`.
 */
export interface SnapshotSet extends SnapshotRef {
  /** As the stores name them, by name, two or more. The name without the tenant is unique among them. */
  readonly members: readonly SnapshotRef[];
}

/**
 * The snapshots as one that stores can read; of one snapshot, this one.
 * @example
 * snapshotSet([{ repository: 'alpha', snapshot: 'v1' }, { repository: 'beta', snapshot: 'v2' }]).repository // 'alpha, beta'
 */
export function snapshotSet(refs: readonly [SnapshotRef, ...SnapshotRef[]]): SnapshotRef | SnapshotSet {
  const [only, ...others] = refs;
  if (others.length === 0) return only;
  const members = refs
    .map((ref) => ({ ref, name: shownRepository(ref.repository) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ ref: { repository, snapshot } }) => ({ repository, snapshot }));
  const snapshots = [...new Set(members.map(({ snapshot }) => baseSnapshot(snapshot)))];
  return {
    repository: listed(members.map(({ repository }) => shownRepository(repository))),
    snapshot: listed(snapshots),
    members,
  };
}

/** The snapshots of a set; null for a single one. */
export function membersOf(ref: SnapshotRef): readonly SnapshotRef[] | null {
  return 'members' in ref ? (ref as SnapshotSet).members : null;
}

/** The snapshots that a reference stands for: those of a set, or the one. */
export function snapshotsIn(ref: SnapshotRef): readonly SnapshotRef[] {
  return membersOf(ref) ?? [ref];
}

/**
 * A reference as people are shown it: `shop@current`; of a set, `alpha@v1, beta@v2`, with a count instead of those after
 * the fifth.
 */
export function shownSnapshot(ref: SnapshotRef): string {
  return listed(
    snapshotsIn(ref).map(
      ({ repository, snapshot }) => `${shownRepository(repository)}@${baseSnapshot(snapshot)}`,
    ),
  );
}

/** A path, an id or a key of a repository, as the set names it. */
export function inRepository(name: string, text: string): string {
  return `${name}/${text}`;
}

/** A path, an id or a key without the name of its repository: the other way of {@link inRepository}. */
export function outOfRepository(name: string | undefined, text: string): string {
  return name !== undefined && text.startsWith(`${name}/`) ? text.slice(name.length + 1) : text;
}

/** The language in front of a key of the graph. */
const LANGUAGE = /^[a-z]+:(?=[^:])/;

/**
 * A key of the graph as the set names it: the repository follows the language.
 * @example
 * keyInRepository('billing', 'csharp:Shop.Invoice|TYPE'); // 'csharp:billing/Shop.Invoice|TYPE'
 */
export function keyInRepository(name: string, key: NodeKey): NodeKey {
  const language = LANGUAGE.exec(key)?.[0] ?? '';
  return `${language}${inRepository(name, key.slice(language.length))}`;
}

/** As {@link memberOf}, for a key of the graph: `text` is the key as the snapshot knows it. */
export function memberOfKey(members: readonly SnapshotRef[], key: NodeKey): MemberText | null {
  const language = LANGUAGE.exec(key)?.[0] ?? '';
  const place = memberOf(members, key.slice(language.length));
  return place && { ...place, text: `${language}${place.text}` };
}

/** What a text of a set refers to: one of its snapshots, and the text as this snapshot knows it. */
export interface MemberText {
  readonly member: SnapshotRef;
  /** The name of its repository, without the tenant. */
  readonly name: string;
  readonly text: string;
}

/**
 * The snapshot that a path, an id or a key of a set belongs to; null if it begins with no name of the set. Names can
 * contain `/`, so the longest one counts.
 */
export function memberOf(members: readonly SnapshotRef[], text: string): MemberText | null {
  let found: MemberText | null = null;
  for (const member of members) {
    const name = shownRepository(member.repository);
    if (!text.startsWith(`${name}/`) || (found && found.name.length >= name.length)) continue;
    found = { member, name, text: text.slice(name.length + 1) };
  }
  return found;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 1 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
}
