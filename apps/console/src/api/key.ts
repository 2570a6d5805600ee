import { Store } from '../store';

const PLACE = 'quarry.key';

/** Who is signed in: the key, and whether the gateway asked for one. */
export interface Access {
  readonly key: string | null;
  /** True once a call was refused for want of a good key. */
  readonly wanted: boolean;
}

/** The key stays in this tab alone, and is gone when it is closed. */
export const access = new Store<Access>({ key: sessionStorage.getItem(PLACE), wanted: false });

/** The key to send, null where there is none. */
export function currentKey(): string | null {
  return access.value.key;
}

/** The gateway wants a key, or another one. */
export function keyRefused(): void {
  access.set({ ...access.value, wanted: true });
}

export function signIn(key: string): void {
  sessionStorage.setItem(PLACE, key);
  access.set({ key, wanted: false });
}

/** Forgets the key; the next call asks for one again where the gateway needs it. */
export function signOut(): void {
  sessionStorage.removeItem(PLACE);
  access.set({ key: null, wanted: true });
}
