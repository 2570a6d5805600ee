import { inert } from '@quarry/protocol';
import type { Claim } from '@quarry/turn';
import { without } from './rewrite';
import { statementsOf } from './statements';

/** A mark that a pipeline with `claims.unsupported: mark` has put into a sentence. */
const MARK = /\s?\[(?:unsupported|contradicted|unchecked)\]/g;

/**
 * An answer without the sentences that the check of its turn found unsupported or contradicted, for a prompt that must
 * not take them as true; at its end, how many are left out. The answer as it is if there is none.
 * @param answer in English, with or without the marks of the check
 * @param claims of that answer; absent if it was not checked, or if that is unknown
 * @example
 * withoutDoubted('It is A. It is B.', claims); // 'It is A.\n\n(One sentence is left out, …)'
 */
export function withoutDoubted(answer: string, claims: readonly Claim[] | null | undefined): string {
  const doubted = new Set((claims ?? []).filter(isDoubted).map(({ text }) => plain(text)));
  if (doubted.size === 0) return answer;
  const found = statementsOf(answer);
  const isOut = ({ text }: { readonly text: string }): boolean => doubted.has(plain(text));
  const leads = found.filter(isOut).map(({ body }) => body);
  // Items say nothing without the sentence that announces them.
  const out = found.filter((one) => isOut(one) || leads.some((lead) => one.under?.includes(lead) === true));
  if (out.length === 0) return answer;
  if (out.length === found.length) return '(The evidence supports no sentence of this answer.)';
  let text = answer;
  for (const { span } of out.toReversed()) text = without(text, span.start, span.end);
  const left = out.length === 1 ? 'One sentence is' : `${out.length} sentences are`;
  const rest = inert(text.replace(/\n{3,}/g, '\n\n').trim());
  return `${rest}\n\n(${left} left out, which the evidence does not support.)`;
}

/** Whether the evidence does not bear a sentence out; an unchecked one is not known to be false. */
export function isDoubted({ status }: Pick<Claim, 'status'>): boolean {
  return status === 'unsupported' || status === 'contradicted';
}

function plain(text: string): string {
  return text.replace(MARK, '').trim();
}
