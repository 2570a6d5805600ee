import { membersOf, type SnapshotRef } from '@quarry/turn';
import type { Ask } from './turn.service';

/** What a question is about, as a turn keeps it: one snapshot, or several. */
export function aboutOf(ref: SnapshotRef | null): Pick<Ask, 'repository' | 'snapshot' | 'scope'> {
  if (!ref) return {};
  const members = membersOf(ref);
  return members ? { scope: members } : { repository: ref.repository, snapshot: ref.snapshot };
}
