import { Store } from '../store';
import type { Problem } from './problem';

/** The return from the issuer: still checked, or why it failed; also why a sign-in has ended. */
export const returning = new Store<{ readonly pending: boolean; readonly problem: Problem | null }>({
  pending: false,
  problem: null,
});
