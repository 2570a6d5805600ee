import { JUDGEMENTS, type ClaimStatus } from '@quarry/turn';
import { jsonProtocol } from './json-reply';
import { cutText, MAX_ITEM_LENGTH } from './section-items';

interface Judgement {
  readonly n: number;
  readonly status: ClaimStatus;
  readonly why: string;
}

/**
 * Judgements of sentences of an answer, by the number under which each was shown. Two different judgements of one
 * sentence are malformed.
 */
export const claimsProtocol = jsonProtocol<{ readonly claims: readonly Judgement[] }>({
  name: 'claims',
  purpose: 'claims',
  outcomes: ['checked'],
  schema: {
    type: 'object',
    properties: {
      claims: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            n: { type: 'integer', minimum: 1, description: 'number of the sentence' },
            status: { type: 'string', enum: JUDGEMENTS },
            why: { type: 'string', description: 'one clause' },
          },
          required: ['n', 'status', 'why'],
          additionalProperties: false,
        },
      },
    },
    required: ['claims'],
    additionalProperties: false,
  },
  defaults: {},
  read({ claims }) {
    const byNumber = new Map<number, Judgement>();
    for (const claim of claims) {
      const same = byNumber.get(claim.n);
      if (same && same.status !== claim.status)
        return { error: `Sentence ${claim.n} is judged twice, "${same.status}" and "${claim.status}".` };
      if (!same) byNumber.set(claim.n, { ...claim, why: cutText(claim.why.trim(), MAX_ITEM_LENGTH) });
    }
    return { outcome: 'checked', verdict: { kind: 'claims', judgements: [...byNumber.values()] } };
  },
});
