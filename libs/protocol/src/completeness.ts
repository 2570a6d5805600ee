import { texts } from './json-fields';
import { jsonProtocol } from './json-reply';
import { leftOut } from './left-out';
import { distinctItems, MAX_ITEMS, saysNone } from './section-items';

interface Completeness {
  readonly is_complete: boolean;
  readonly missing_information: string;
  readonly follow_up_queries: readonly string[];
}

/**
 * 002 §2, step 4: whether the findings answer the question. Unlike in 002, a reply that does not say so is malformed,
 * never "complete".
 */
export const completenessProtocol = jsonProtocol<Completeness>({
  name: 'completeness',
  purpose: 'assessment',
  outcomes: ['complete', 'incomplete'],
  schema: {
    type: 'object',
    properties: {
      is_complete: { type: 'boolean', description: 'true where the results are sufficient' },
      missing_information: { type: 'string', description: 'what is missing, or empty' },
      follow_up_queries: texts('queries that would find what is missing'),
    },
    required: ['is_complete', 'missing_information', 'follow_up_queries'],
    additionalProperties: false,
  },
  defaults: { missing_information: '', follow_up_queries: [] },
  read({ is_complete, missing_information, follow_up_queries }, rest) {
    return {
      outcome: is_complete ? 'complete' : 'incomplete',
      verdict: {
        kind: 'assessment',
        complete: is_complete,
        answered: [],
        missing: saysNone(missing_information) ? [] : distinctItems([missing_information]),
        contradictions: [],
        followUps: follow_up_queries,
        ...leftOut(rest.follow_up_queries, `only the first ${MAX_ITEMS} follow-up queries are searched for`),
      },
    };
  },
});
