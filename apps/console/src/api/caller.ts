import type { CallerDto } from '@quarry/client';
import { call } from './call';
import { access } from './key';
import { Store, useStore } from '../store';

/** The signed-in caller, as the gateway reports it; null until then. */
const caller = new Store<CallerDto | null>(null);

const ask = (): void => {
  // If the request fails, the pages report it themselves. The caller only determines which pages are offered.
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
