import { jsonProtocol } from './json-reply';
import { texts } from './json-fields';

/** Maximum number of reformulations (002 §1 asks for three or four). */
const MAX_REFORMULATIONS = 4;

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
  read({ complexity, key_components, reformulated_queries, potential_follow_ups }) {
    const simple = potential_follow_ups.length > 0 ? 'follow_up' : 'simple';
    return {
      outcome: complexity === 'complex' ? complexity : simple,
      verdict: {
        kind: 'plan',
        queries: reformulated_queries.slice(0, MAX_REFORMULATIONS),
        complexity,
        components: key_components,
        followUps: potential_follow_ups,
      },
    };
  },
});
