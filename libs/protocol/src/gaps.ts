import { texts } from './json-fields';
import { jsonProtocol } from './json-reply';
import { counted, leftOut } from './left-out';
import { MAX_ITEMS } from './section-items';

interface Gaps {
  readonly answered_aspects: readonly string[];
  readonly gaps: readonly string[];
  readonly contradictions: readonly string[];
  readonly follow_up_queries: readonly string[];
}

/**
 * 004, "Gap Analysis": what the evidence answers, what it does not, and where it contradicts itself. No gaps means
 * complete; therefore, `gaps` is required.
 */
export const gapsProtocol = jsonProtocol<Gaps>({
  name: 'gaps',
  purpose: 'assessment',
  outcomes: ['analysed'],
  schema: {
    type: 'object',
    properties: {
      answered_aspects: texts('aspects of the question that the evidence answers'),
      gaps: texts('aspects of the question that it does not answer; empty where there are none'),
      contradictions: texts('where pieces of evidence say different things'),
      follow_up_queries: texts('queries that would fill the gaps'),
    },
    required: ['answered_aspects', 'gaps', 'contradictions', 'follow_up_queries'],
    additionalProperties: false,
  },
  defaults: { answered_aspects: [], contradictions: [], follow_up_queries: [] },
  read({ answered_aspects, gaps, contradictions, follow_up_queries }, rest) {
    return {
      outcome: 'analysed',
      verdict: {
        kind: 'assessment',
        complete: gaps.length === 0,
        answered: counted([...answered_aspects, ...rest.answered_aspects], MAX_ITEMS),
        missing: gaps,
        contradictions: counted([...contradictions, ...rest.contradictions], MAX_ITEMS),
        followUps: follow_up_queries,
        ...leftOut(
          [...rest.gaps, ...rest.follow_up_queries],
          `only the first ${MAX_ITEMS} gaps and follow-up queries are looked for`,
        ),
      },
    };
  },
});
