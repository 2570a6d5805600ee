import { targetOf } from './target';
import type { Meant } from './documents-meant';

/**
 * A value's name in a plan, such as `net_sales_2022`: expressions refer to it, and the extraction labels the value with
 * it.
 */
export function valueName(operand: string, { names }: Meant): string {
  const { words, periods, years } = targetOf(operand);
  const own = words.map(({ text }) => text).filter((text) => !names.includes(text));
  const name = [...own, ...periods, ...years]
    .join('_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '_')
    .replace(/_{2,}/g, '_');
  return /^\p{L}/u.test(name) ? name : `value_${name}`;
}

export function isValueName(item: string): boolean {
  return /^\p{L}[\p{L}\p{N}_]*$/u.test(item) && item.includes('_');
}
