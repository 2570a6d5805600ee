import { Store } from '../store';
import type { Problem } from './problem';

/** The return from the issuer. */
interface Returning {
  /** It is still checked. */
  readonly pending: boolean;
  /** Why it failed. */
  readonly problem: Problem | null;
  /** Set if a sign-in of this tab could not be renewed. */
  readonly ended?: true;
}

export const returning = new Store<Returning>({ pending: false, problem: null });
