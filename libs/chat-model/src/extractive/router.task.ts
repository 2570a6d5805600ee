import type { ChatInputs } from '../port';
import { rewriteReply } from './rewrite.task';
import { termsOf } from './terms';

/** Modes from best to last for questions of any kind. */
const BEST_FIRST = ['hybrid', 'semantic_rerank', 'semantic', 'bm25'] as const;
const MAX_QUERY = 1_000;
/** A name of several words, such as that of a header: code writes `Retry-After` as `retryAfter`. */
const COMPOUND =
  /(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}]{0,40}(?:-\p{Lu}[\p{L}\p{N}]{0,40}){1,5}(?![\p{L}\p{N}-])/gu;

/** `[MODE:] query`: the best available mode, and the question's names and content words in order. */
export function routerReply(inputs: ChatInputs): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  if (question === '') return '[DIRECT:]';
  const mode = BEST_FIRST.find((name) => inputs.modes.includes(name)) ?? inputs.modes[0] ?? 'hybrid';
  // "And where is it called?" has too little to search by, where no step has rewritten it.
  const asked = rewriteReply(inputs);
  const words = termsOf(asked).map((term) => term.text);
  const query = withCompounds([...new Set(words)], asked)
    .join(' ')
    .slice(0, MAX_QUERY)
    .trim();
  return `[${mode.toUpperCase()}:] ${query === '' ? question.slice(0, MAX_QUERY) : query}`;
}

/** The words of a question with its compound names as written, also with words that carry no topic by themselves. */
function withCompounds(words: readonly string[], question: string): readonly string[] {
  const compounds = question.match(COMPOUND) ?? [];
  return compounds.reduce<readonly string[]>((found, compound) => {
    const parts = new Set(compound.split('-'));
    const at = found.findIndex((word) => parts.has(word));
    const others = (from: readonly string[]): readonly string[] => from.filter((word) => !parts.has(word));
    return at < 0
      ? [...found, compound]
      : [...others(found.slice(0, at)), compound, ...others(found.slice(at))];
  }, words);
}
