import { texts } from './json-fields';
import { jsonProtocol } from './json-reply';

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
  read({ sub_queries }) {
    if (sub_queries.length === 0) return { error: "The list 'sub_queries' must not be empty." };
    return { outcome: 'planned', verdict: { kind: 'plan', queries: sub_queries } };
  },
});
