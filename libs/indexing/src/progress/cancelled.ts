import { Fault } from '@quarry/turn';

/** Called between pieces of work. Written data stays; the next run continues from there. @throws Fault `cancelled` */
export function checkCancelled(signal?: AbortSignal): void {
  if (signal?.aborted) throw new Fault('cancelled', 'indexing was cancelled; run it again to continue');
}
