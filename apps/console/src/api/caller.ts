import type { CallerDto } from '@quarry/client';
import { call } from './call';
import { access } from './key';
import { Store, useStore } from '../store';

/** Who is signed in, as the gateway sees it; null until it has said so. */
const caller = new Store<CallerDto | null>(null);

const ask = (): void => {
  // Where it cannot be told, pages say so themselves; nothing depends on this but what is offered.
  call<CallerDto>('GET', '/v1/caller').then(
    (told) => caller.set(told),
    () => caller.set(null),
  );
};
ask();
access.follow(({ wanted }) => {
  if (!wanted) ask();
});

export function useCaller(): CallerDto | null {
  return useStore(caller);
}
