import { texts } from './json-fields';
import { jsonProtocol } from './json-reply';
import { leftOut } from './left-out';
import { MAX_ITEMS } from './section-items';

interface Decomposition {
  readonly sub_queries: readonly string[];
}

/**
 * 004, "Query Decomposition": sub-questions that can be searched for one by one. Without any, the reply is malformed.
 */
export const decompositionProtocol = jsonProtocol<Decomposition>({
  name: 'decomposition',
  purpose: 'plan',
  outcomes: ['planned'],
  schema: {
    type: 'object',
    properties: {
      sub_queries: texts('questions that together answer the question, each to be searched for'),
    },
    required: ['sub_queries'],
    additionalProperties: false,
  },
  defaults: {},
  read({ sub_queries }, rest) {
    if (sub_queries.length === 0) return { error: "The list 'sub_queries' must not be empty." };
    const beyond = leftOut(rest.sub_queries, `only the first ${MAX_ITEMS} sub-questions are searched for`);
    return { outcome: 'planned', verdict: { kind: 'plan', queries: sub_queries, ...beyond } };
  },
});
