import { jsonProtocol } from './json-reply';
import { texts } from './json-fields';
import { counted, leftOut } from './left-out';
import { MAX_ITEMS } from './section-items';

/** Most reformulations that are searched for (002 §1 asks for three or four). */
const MAX_REFORMULATIONS = 4;

const LIMIT = `only the first ${MAX_REFORMULATIONS} reformulated queries and ${MAX_ITEMS} key components are searched for`;

interface Analysis {
  readonly complexity: 'simple' | 'complex';
  readonly key_components: readonly string[];
  readonly reformulated_queries: readonly string[];
  readonly potential_follow_ups: readonly string[];
}

/**
 * 002 §1 `analyze_query_complexity`. A missing complexity means "simple", a missing list is empty. `follow_up`: simple,
 * but more information may be needed.
 */
export const analysisProtocol = jsonProtocol<Analysis>({
  name: 'analysis',
  purpose: 'plan',
  outcomes: ['simple', 'follow_up', 'complex'],
  schema: {
    type: 'object',
    properties: {
      complexity: { type: 'string', enum: ['simple', 'complex'] },
      key_components: texts('components, functions and concepts that the question is about'),
      reformulated_queries: texts('three or four queries that would gather what is needed'),
      potential_follow_ups: texts('kinds of further information that may be needed'),
    },
    required: ['complexity', 'key_components', 'reformulated_queries', 'potential_follow_ups'],
    additionalProperties: false,
  },
  defaults: { complexity: 'simple', key_components: [], reformulated_queries: [], potential_follow_ups: [] },
  most: { reformulated_queries: MAX_REFORMULATIONS },
  read({ complexity, key_components, reformulated_queries, potential_follow_ups }, rest) {
    const simple = potential_follow_ups.length > 0 ? 'follow_up' : 'simple';
    return {
      outcome: complexity === 'complex' ? complexity : simple,
      verdict: {
        kind: 'plan',
        queries: reformulated_queries,
        complexity,
        components: key_components,
        followUps: counted([...potential_follow_ups, ...rest.potential_follow_ups], MAX_ITEMS),
        ...leftOut([...rest.reformulated_queries, ...rest.key_components], LIMIT),
      },
    };
  },
});
