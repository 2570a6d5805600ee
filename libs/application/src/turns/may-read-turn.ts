import type { Turn } from '@quarry/turn';
import { searchedBy } from '@quarry/turn';
import { repositoriesOf, type TurnHead } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { mayReadRepository } from '../repositories/may-read';

/** Who reads a turn: a caller or, in processes without authentication such as the CLI, a tenant. */
export type Asker = string | Caller;

export function tenantOf(asker: Asker): string {
  return typeof asker === 'string' ? asker : asker.tenant;
}

/**
 * Whether the asker may read a turn: it must have the turn's tenant, and a key that is restricted to some repositories
 * must include all repositories of the turn. Every check goes through this function.
 */
export function mayReadTurn(asker: Asker, turn: Pick<Turn, 'tenant' | 'options' | 'searches'>): boolean {
  return turn.tenant === tenantOf(asker) && mayReadAbout(asker, searchedBy(turn));
}

/** As {@link mayReadTurn}, for a list entry of the asker's own tenant. */
export function mayReadHead(asker: Asker, head: Pick<TurnHead, 'repository' | 'scope'>): boolean {
  return mayReadAbout(asker, head);
}

/** Whether the asker may read all repositories of its tenant, and so also turns whose repository is unknown. */
export function mayReadAll(asker: Asker): boolean {
  return typeof asker === 'string' || asker.repositories === null;
}

function mayReadAbout(asker: Asker, about: Pick<TurnHead, 'repository' | 'scope'>): boolean {
  if (typeof asker === 'string') return true;
  return repositoriesOf(about).every((repository) => mayReadRepository(asker, repository));
}
