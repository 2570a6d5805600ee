import { Fault } from '@quarry/turn';
import { isPattern } from './patterns';

export const NOTHING_READABLE = 'There is no repository that you may read.';

/** The fault for a caller who may read nothing. */
export function nothingReadable(): Fault {
  return new Fault('repository_unknown', NOTHING_READABLE);
}

/** The fault for a name that does not exist for this caller: unknown, or another tenant's. */
export function repositoryUnknown(name: string, snapshot?: string): Fault {
  const what = snapshot === undefined ? '' : ` with a snapshot '${snapshot.slice(0, 100)}'`;
  const which = isPattern(name) ? 'that you may read and that matches ' : '';
  return new Fault(
    'repository_unknown',
    `There is no repository ${which}'${name.slice(0, 100)}'${what}. GET /v1/repositories lists those that you may read.`,
  );
}
