import { citationMarks, countTokens } from '@quarry/turn';

/** Maximum tokens that a rewriting adds to the question: a rewriting adds names, an answer adds sentences. */
const MOST_ADDED = 100;

const ASKS = /[?？؟]["'”’»)\s]*$/;
/** Labels of reply protocols: `[Answer:]`, `ANSWER:`. */
const REPLIES = /^\W{0,4}(?:answer|requesting data on)\s*:/i;
const LEAD_IN = /^(?:\*\*)?(?:rewritten |stand-?alone |final )?question(?: that stands alone)?:(?:\*\*)?\s*/i;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '`': '`' };

export type Rewriting = { readonly question: string } | { readonly problem: string };

/** Reads a model's rewriting of a question, or explains why it is unusable: empty, too long, or an answer. */
export function readRewriting(reply: string, original: string, maxTokens: number): Rewriting {
  const question = withoutQuotes(reply.trim().replace(LEAD_IN, '').trim());
  if (question === '') return { problem: 'the model gave no question' };
  const tokens = countTokens(question);
  if (tokens > Math.min(maxTokens, countTokens(original) + MOST_ADDED))
    return { problem: `the reply is too long for a question (${tokens} tokens)` };
  const asksNoMore = ASKS.test(original) && !ASKS.test(question);
  const answers = REPLIES.test(question) || citationMarks(question).length > 0;
  if (asksNoMore || question.includes('\n') || answers)
    return { problem: 'the model answered instead of rewriting it' };
  return { question };
}

function withoutQuotes(text: string): string {
  const close = QUOTES[text.charAt(0)];
  const inner = text.slice(1, -1);
  return close !== undefined && text.endsWith(close) && !inner.includes(close) ? inner.trim() : text;
}
