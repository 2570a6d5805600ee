import type { OwnerSessionDto } from '@quarry/client';
import { Store } from '../store';
import { call } from './call';
import { asProblem, type Problem } from './problem';

const PLACE = 'quarry.owner';

/** The right of the person who started the gateway to choose folders. */
export interface Owner {
  /** Token of the session; null for everyone else. */
  readonly token: string | null;
  /** Why the link of `quarry serve` did not work. */
  readonly problem: Problem | null;
}

/** The token is stored only in this tab, and is deleted when the tab is closed. */
export const owner = new Store<Owner>({ token: sessionStorage.getItem(PLACE), problem: null });

/** Exchanges the code of the link that `quarry serve` printed (`/#start=CODE`), and removes it from the address. */
export async function enterAsOwner(): Promise<void> {
  const code = /^#start=([\w-]{1,200})$/.exec(location.hash)?.[1];
  if (code === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const { token } = await call<OwnerSessionDto>('POST', '/v1/owner-session', { body: { code } });
    sessionStorage.setItem(PLACE, token);
    owner.set({ token, problem: null });
  } catch (error) {
    // A reload repeats a link that has been used.
    if (owner.value.token === null) owner.set({ token: null, problem: asProblem(error) });
  }
}

/** Headers that prove the right; none without it. */
export function ownerHeaders(): Readonly<Record<string, string>> {
  const { token } = owner.value;
  return token === null ? {} : { 'x-quarry-owner': token };
}

/** The gateway was restarted: its sessions ended with it. */
export function ownerRefused(): void {
  sessionStorage.removeItem(PLACE);
  owner.set({ token: null, problem: null });
}
