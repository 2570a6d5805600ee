import type { Unread } from '../read-table';
import type { RecordAnswer } from '../record-answer';

/** What was computed, or why it has no value. */
export type Computed = RecordAnswer | Unread;

export function unread(why: string): Unread {
  return { kind: 'unread', why, isNear: true };
}
