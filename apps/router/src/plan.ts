import type { PipelineSettings } from '@quarry/pipeline';
import type { Verdict } from '@quarry/protocol';
import { normalizeQuery, type Plan, type RetrievalMode } from '@quarry/turn';

type Analysis = Extract<Verdict, { kind: 'plan' }>;

/** 002 §2: complex questions get half as many hits again per query ... */
const COMPLEX_K = 1.5;
/** ... and, of what all queries brought, up to so many times the hits of one. */
const COMPLEX_LIMIT = 2;
const SIMPLE_LIMIT = 1.5;
/** A component's name must be longer than this to be searched for (002 §2: `len(component) > 2`). */
const SHORT_NAME = 2;
/** Queries of one plan, at most: a model that lists names without end costs one batch, not a thousand. */
const MOST_QUERIES = 24;

/**
 * The retrieval plan of an analysis. With a complexity (002 §2): the question, its reformulations and, where it is complex, two queries
 * for each component; hits per query and the limit are whole numbers. Without one (004): the sub-questions alone, or the question
 * where there are none. Equal queries count once; the first 24 count.
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
  const named = complex ? components.filter((name) => name.length > SHORT_NAME) : [];
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

function distinct(queries: readonly string[]): string[] {
  const byForm = new Map<string, string>();
  for (const query of queries) {
    const form = normalizeQuery(query);
    if (form !== '' && !byForm.has(form)) byForm.set(form, query);
  }
  return [...byForm.values()].slice(0, MOST_QUERIES);
}
