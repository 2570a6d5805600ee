import type { ChatInputs } from '../port';
import { rewriteReply } from './rewrite.task';
import { termsOf } from './terms';

/** Modes from best to last for questions of any kind. */
const BEST_FIRST = ['hybrid', 'semantic_rerank', 'semantic', 'bm25'] as const;
const MAX_QUERY = 1_000;

/** `[MODE:] query`: the best available mode, and the question's names and content words in order. */
export function routerReply(inputs: ChatInputs): string {
  const question = inputs.question.replace(/\s+/g, ' ').trim();
  if (question === '') return '[DIRECT:]';
  const mode = BEST_FIRST.find((name) => inputs.modes.includes(name)) ?? inputs.modes[0] ?? 'hybrid';
  // "And where is it called?" has too little to search by, where no step has rewritten it.
  const words = termsOf(rewriteReply(inputs)).map((term) => term.text);
  const query = [...new Set(words)].join(' ').slice(0, MAX_QUERY).trim();
  return `[${mode.toUpperCase()}:] ${query === '' ? question.slice(0, MAX_QUERY) : query}`;
}
