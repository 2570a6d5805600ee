import { passesFilter, type Turn } from '@quarry/turn';
import type { FoundResult } from './answer-lines';

/** A filter that the caller set leaves the subjects out: retrieval says what it finds within the filter. */
export function isFilteredOut({ plan }: Turn, { subjects }: FoundResult): boolean {
  if (subjects.flat().length === 0) return plan?.filter !== undefined;
  return !subjects.flat().some(({ nodes }) => nodes.some((node) => passesFilter(plan?.filter, node)));
}
