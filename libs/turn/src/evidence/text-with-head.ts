import type { Evidence } from './evidence';

/**
 * The text of evidence below the caption and head of its table, if it begins with rows of one: what a reader of the
 * rows needs.
 *
 * @example
 * textWithHead({ tableHead: 'PN | Price', text: 'PN-01234 | 1.50' }); // 'PN | Price\nPN-01234 | 1.50'
 */
export function textWithHead({ tableHead, text }: Pick<Evidence, 'tableHead' | 'text'>): string {
  return tableHead === undefined ? text : `${tableHead}\n${text}`;
}
