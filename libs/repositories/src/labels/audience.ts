import { createHash } from 'node:crypto';
import { viewOf, type SnapshotRef } from '@quarry/turn';
import { mayRead, type Audience, type Clearance } from './label';
import type { SnapshotLabels } from './records';

/** The audience that a caller belongs to, in the terms of a snapshot's labels. */
export function audienceOf(
  clearance: Exclude<Clearance, 'all'>,
  { groups, ladder }: Pick<SnapshotLabels, 'groups' | 'ladder'>,
): Audience {
  const known = groups.filter((group) => clearance.groups.includes(group));
  const step = Math.max(0, ladder.indexOf(clearance.sensitivity ?? ''));
  return { groups: known, sensitivity: ladder[step] ?? '' };
}

/** The view of a snapshot for an audience, under one version of the labels: other labels, another view. */
export function viewFor(ref: SnapshotRef, audience: Audience, version: string): SnapshotRef {
  const { groups, sensitivity } = audience;
  const about = [ref.repository, ref.snapshot, groups, sensitivity, version];
  const id = createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 32);
  return viewOf(ref, id);
}

/**
 * Whether who is in `audience` may read all that the files of another audience's view can have told, in the terms of
 * the ladder that applies now.
 */
export function covers(audience: Audience, other: Audience, ladder: readonly string[]): boolean {
  const label = { groups: other.groups.map((group) => [group]), sensitivity: other.sensitivity };
  return mayRead(audience, label, ladder);
}
