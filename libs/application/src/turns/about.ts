import { defined, membersOf } from '@quarry/turn';
import type { Subject } from '../repositories/repository.service';
import type { Ask } from './turn.service';

/** What a question is about, as a turn keeps it: one snapshot, or several. */
export function aboutOf({
  ref,
  narrowedBy,
  indexing,
}: Subject): Pick<Ask, 'repository' | 'snapshot' | 'scope' | 'narrowedBy' | 'indexing'> {
  if (!ref) return defined({ narrowedBy, indexing });
  const members = membersOf(ref);
  const about = members ? { scope: members } : { repository: ref.repository, snapshot: ref.snapshot };
  return { ...about, ...defined({ indexing }) };
}
