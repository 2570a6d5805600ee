import type { ClaimDto } from '@quarry/client';

/** Whether a reader should look twice at a sentence: the evidence does not say it as it stands. */
export function isWeak({ status }: Pick<ClaimDto, 'status'>): boolean {
  return status !== 'supported';
}

/** What the list of checked sentences shows. */
export interface ClaimList {
  readonly open: boolean;
  readonly weakOnly: boolean;
}
