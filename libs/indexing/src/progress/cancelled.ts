import { Fault } from '@quarry/turn';

/** Called between pieces of work. What is written stays; the next run goes on from there. @throws Fault `cancelled` */
export function checkCancelled(signal?: AbortSignal): void {
  if (signal?.aborted) throw new Fault('cancelled', 'indexing was cancelled; run it again to go on');
}
