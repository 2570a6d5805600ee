import { texts } from './json-fields';
import { jsonProtocol } from './json-reply';
import { leftOut } from './left-out';
import { distinctItems, MAX_ITEMS, saysNone } from './section-items';

interface Critique {
  readonly sufficient: boolean;
  readonly reason: string;
  readonly follow_up_queries: readonly string[];
}

/** 004, "Self-Critique": whether the evidence is sufficient, and why not. A reply that does not say so is malformed. */
export const critiqueProtocol = jsonProtocol<Critique>({
  name: 'critique',
  purpose: 'assessment',
  outcomes: ['sufficient', 'insufficient'],
  schema: {
    type: 'object',
    properties: {
      sufficient: { type: 'boolean', description: 'true where the evidence answers the question' },
      reason: { type: 'string', description: 'why, or why not' },
      follow_up_queries: texts('queries that would find what is lacking'),
    },
    required: ['sufficient', 'reason', 'follow_up_queries'],
    additionalProperties: false,
  },
  defaults: { reason: '', follow_up_queries: [] },
  read({ sufficient, reason, follow_up_queries }, rest) {
    return {
      outcome: sufficient ? 'sufficient' : 'insufficient',
      verdict: {
        kind: 'assessment',
        complete: sufficient,
        answered: [],
        missing: sufficient || saysNone(reason) ? [] : distinctItems([reason]),
        contradictions: [],
        followUps: follow_up_queries,
        ...leftOut(rest.follow_up_queries, `only the first ${MAX_ITEMS} follow-up queries are searched for`),
      },
    };
  },
});
