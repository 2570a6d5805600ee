/** What is said of an index that a question reads before it is complete, or after a run that did not finish. */
export const INDEX_NOTICES = [
  'index_begun',
  'index_incomplete',
  'index_updating',
  'index_updating_begun',
  'vectors_incomplete',
  'index_unfinished',
  'index_partial',
  'index_outdated',
  'index_more',
] as const;
export type IndexNoticeCode = (typeof INDEX_NOTICES)[number];

/**
 * One sentence about the index that a turn was asked of, by its code and values, as it was when the turn was asked.
 * @example { code: 'index_incomplete', values: { repository: 'shop', read: 12, files: 300 } }
 */
export interface IndexNotice {
  /** Its sentence is the phrase of this code. */
  readonly code: IndexNoticeCode;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Whether the index lacks something that it will hold later; false where it is only being brought up to date. */
export function isLacking({ code }: IndexNotice): boolean {
  return code !== 'index_updating' && code !== 'index_updating_begun';
}
