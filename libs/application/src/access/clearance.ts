import type { Clearance } from '@quarry/repositories';
import { Fault } from '@quarry/turn';

/**
 * The clearance that a new key is given.
 * @throws Fault `bad_request` for groups or a sensitivity of a key that reads everything
 */
export function clearanceFrom({
  groups,
  sensitivity,
  readsEverything = false,
}: {
  readonly groups?: readonly string[] | undefined;
  readonly sensitivity?: string | undefined;
  readonly readsEverything?: boolean;
}): Clearance {
  if (!readsEverything) return { groups: [...new Set(groups)], sensitivity: sensitivity ?? null };
  if (groups === undefined && sensitivity === undefined) return 'all';
  throw new Fault(
    'bad_request',
    'A key that reads everything needs no groups and no sensitivity: leave them out.',
  );
}
