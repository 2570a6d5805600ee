import { defined, membersOf } from '@quarry/turn';
import type { Subject } from '../repositories/repository.service';
import type { Ask } from './turn.service';

/** What a question is about, as a turn keeps it: one snapshot, or several. */
export function aboutOf({
  ref,
  narrowedBy,
}: Subject): Pick<Ask, 'repository' | 'snapshot' | 'scope' | 'narrowedBy'> {
  if (!ref) return defined({ narrowedBy });
  const members = membersOf(ref);
  return members ? { scope: members } : { repository: ref.repository, snapshot: ref.snapshot };
}
