import type { Turn } from '@quarry/turn';
import { searchedBy, type TurnHead } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { mayReadRepository } from '../repositories/may-read';

/** Whoever wants to see a turn: a caller, or, where nobody else asks, such as the command line, its tenant alone. */
export type Asker = string | Caller;

export function tenantOf(asker: Asker): string {
  return typeof asker === 'string' ? asker : asker.tenant;
}

/** The one decision of who may read a turn: its tenant, and of these keys that are let in to some repositories only those that may read its own. */
export function mayReadTurn(asker: Asker, turn: Pick<Turn, 'tenant' | 'options' | 'searches'>): boolean {
  return turn.tenant === tenantOf(asker) && mayReadAbout(asker, searchedBy(turn).repository);
}

/** The same of a turn of the asker's tenant, by what lists know of it. */
export function mayReadHead(asker: Asker, { repository }: Pick<TurnHead, 'repository'>): boolean {
  return mayReadAbout(asker, repository);
}

/** True where the asker is let in to every repository of its tenant: then it may read also what says not which one it is about. */
export function mayReadAll(asker: Asker): boolean {
  return typeof asker === 'string' || asker.repositories === null;
}

function mayReadAbout(asker: Asker, repository: string | null): boolean {
  return typeof asker === 'string' || repository === null || mayReadRepository(asker, repository);
}
