import type { PipelineSettings } from '@quarry/pipeline';
import type { Verdict } from '@quarry/protocol';
import { normalizeQuery, type Plan, type RetrievalMode } from '@quarry/turn';

type Analysis = Extract<Verdict, { kind: 'plan' }>;

/** 002 §2: complex questions get 1.5 times the hits per query ... */
const COMPLEX_K = 1.5;
/** ... and keep, of the hits of all queries, up to twice the hits of one query; simple questions 1.5 times. */
const COMPLEX_LIMIT = 2;
const SIMPLE_LIMIT = 1.5;
/** Names of components must be longer than this to be searched for (002 §2: `len(component) > 2`). */
const SHORT_NAME = 2;
/** Maximum queries of a plan. The limits of the protocol allow at most 21, so that nothing is left out here. */
const MOST_QUERIES = 24;
const PERIOD_WORDS =
  /\b(?:the|in|of|for|fiscal|calendar|years?|quarters?|months?|weeks?|days?|ended|ending|end|first|second|third|fourth|last|three|six|nine|twelve|q[1-4]|fy\d{0,4}|\d{1,4}|january|february|march|april|may|june|july|august|september|october|november|december)\b|[,.–-]/gi;

/**
 * The retrieval plan of an analysis. With a complexity (002 §2): the question, its reformulations and, if it is
 * complex, two queries per component; hits per query and the limit are whole numbers. Without one (004): only the
 * sub-questions, or the question if there are no sub-questions. Duplicate queries are dropped, and the first 24 are
 * kept.
 */
export function planOf(
  analysis: Analysis,
  question: string,
  mode: RetrievalMode,
  settings: Pick<PipelineSettings, 'top_k'>,
): Plan {
  const { complexity, components = [], followUps = [], queries } = analysis;
  if (complexity === undefined) return { mode, queries: distinct(queries.length > 0 ? queries : [question]) };
  const complex = complexity === 'complex';
  const named = complex ? components.filter((name) => name.length > SHORT_NAME && !isPeriod(name)) : [];
  const topK = complex ? Math.floor(settings.top_k * COMPLEX_K) : settings.top_k;
  return {
    mode,
    queries: distinct([
      question,
      ...queries,
      ...named.flatMap((name) => [`documentation for ${name}`, `implementation of ${name}`]),
    ]),
    complexity,
    components,
    followUps,
    topK,
    limit: Math.floor(topK * (complex ? COMPLEX_LIMIT : SIMPLE_LIMIT)),
  };
}

/** `three months ended December 31, 2022` and `Q2 2023` are no components: nothing implements them. */
function isPeriod(name: string): boolean {
  return name.replace(PERIOD_WORDS, ' ').trim() === '';
}

function distinct(queries: readonly string[]): string[] {
  const byForm = new Map<string, string>();
  for (const query of queries) {
    const form = normalizeQuery(query);
    if (form !== '' && !byForm.has(form)) byForm.set(form, query);
  }
  return [...byForm.values()].slice(0, MOST_QUERIES);
}
