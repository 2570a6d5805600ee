import type { Caller, OwnerSessions } from '@quarry/application/access';
import { Fault } from '@quarry/turn';

/** Header with the token of an owner's session. */
export const OWNER_HEADER = 'X-Quarry-Owner';

/** Whether the caller is the person who started this gateway; never with an API key. */
export function isOwner(sessions: OwnerSessions, caller: Caller, token: string | undefined): boolean {
  return caller.key === null && sessions.isOpen(token);
}

/** @throws Fault `forbidden` for everyone but the owner */
export function checkOwner(sessions: OwnerSessions, caller: Caller, token: string | undefined): void {
  if (isOwner(sessions, caller, token)) return;
  throw new Fault(
    'forbidden',
    'Only the person who started this gateway can choose folders: open the link that `quarry serve` printed. Others can index the folders of QUARRY_INDEX_ROOTS.',
  );
}
