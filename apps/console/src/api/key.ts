import { forgetDrafts } from './drafts';
import { Store } from '../store';

const PLACE = 'quarry.key';

/** The current key, and whether the gateway requires one. */
export interface Access {
  readonly key: string | null;
  /** True once a call was refused without a valid key. */
  readonly wanted: boolean;
  /** True while a page shows what cannot be shown again. */
  readonly held: boolean;
}

/** The key is stored only in this tab, and is deleted when the tab is closed. */
export const access = new Store<Access>({ key: sessionStorage.getItem(PLACE), wanted: false, held: false });

/** The key to send; null without one. */
export function currentKey(): string | null {
  return access.value.key;
}

/** Records that the gateway requires a key, or another one. */
export function keyRefused(): void {
  access.set({ ...access.value, wanted: true });
}

export function signIn(key: string): void {
  sessionStorage.setItem(PLACE, key);
  access.set({ ...access.value, key, wanted: false });
}

/** Deletes the key and the unsent questions. The next call asks for one again if the gateway requires it. */
export function signOut(): void {
  sessionStorage.removeItem(PLACE);
  forgetDrafts();
  access.set({ ...access.value, key: null, wanted: true });
}

/** Keeps the page, also if the gateway requires a key meanwhile: from the first key on, it does. */
export function holdPage(held: boolean): void {
  access.set({ ...access.value, held });
}
