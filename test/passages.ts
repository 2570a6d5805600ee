/** How a turn ends without a language model if only its passages count: the answer quotes them. */
export const PASSAGES = {
  outcome: 'partial',
  reasonCode: 'passages_only',
  reason: 'no language model has judged the passages',
} as const;
