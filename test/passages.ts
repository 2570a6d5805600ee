/** How a turn ends without a language model, if nothing else speaks against its passages: the answer quotes them. */
export const PASSAGES = {
  outcome: 'partial',
  reasonCode: 'passages_only',
  reason: 'no language model has judged the passages',
} as const;
