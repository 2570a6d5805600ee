import type { ClaimDto } from '@quarry/client';

/** Whether a reader should look twice at a sentence: nothing in the evidence says it, or something like it. */
export function isWeak({ status }: Pick<ClaimDto, 'status'>): boolean {
  return status !== 'supported' && status !== 'inferred';
}

/** What the list of checked sentences shows. */
export interface ClaimList {
  readonly open: boolean;
  readonly weakOnly: boolean;
}
