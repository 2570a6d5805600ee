import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '../access/caller';

/** Ends the name of a session whose caller labels limit. */
const MARK = /\.l[0-9a-f]{16}$/;

/** Characters before the mark: a name has 100 at most. */
const MOST = 80;

/**
 * The stored name of a session of a caller whom labels limit. What its turns have seen depends on the clearance, so
 * callers of another clearance never share a session, even if they name the same one.
 * @param named the session to continue or to create; a new one if absent
 */
export function labelSession({ clearance }: Caller, named?: string): string {
  const name = named?.replace(MARK, '') ?? `s${randomBytes(9).toString('hex')}`;
  const { groups, sensitivity } =
    clearance === 'all' || !clearance ? { groups: [], sensitivity: null } : clearance;
  const short = name.length <= MOST ? name : `${name.slice(0, MOST / 2)}-${digest(name)}`;
  const about = JSON.stringify([[...new Set(groups)].sort(), sensitivity]);
  return `${short}.l${digest(about)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Whether a session is one of callers whom labels limit. */
export function isLabelSession(session: string): boolean {
  return MARK.test(session);
}
