import { Fault } from '@quarry/turn';
import type { GitFailed } from '../run-git';
import type { GitRemote } from './remote';
import { TOO_LARGE } from './run-remote';

/** Messages of git and curl about a server that may respond later. */
const AWAY =
  /resolve host|Failed to connect|Couldn't connect|timed out|Operation too slow|Connection reset|early EOF|hung up|returned error: (?:429|5\d\d)/;

const DENIED =
  /could not read Username|Authentication failed|terminal prompts disabled|returned error: (?:401|403|404)|not found/;

/** The fault of a fetch that failed. */
export function remoteFault({ url }: GitRemote, error: GitFailed, maxBytes: number): Fault {
  const { message } = error;
  const fault = (text: string, retryable = false): Fault =>
    new Fault('repository_unreadable', text, { cause: error, retryable });
  if (message === TOO_LARGE)
    return fault(
      `${url} is larger than the limit of ${Math.round(maxBytes / 1e6)} MB for a fetch. Clone it, and index the folder.`,
    );
  if (/returned error: 30\d/.test(message))
    return fault(`${url} has moved: its server redirects, which Quarry does not follow. Give its new URL.`);
  if (/does not support shallow/.test(message))
    return fault(`${url} is not served by a git server, only as files. Clone it, and index the folder.`);
  if (AWAY.test(message)) return fault(`${url} cannot be reached: ${message}.`, true);
  if (DENIED.test(message))
    return fault(
      `${url} does not exist, or needs credentials (${message}). git asks your credential helper ` +
        '(git config credential.helper) for hosts that the operator allows; Quarry asks for no password.',
    );
  return fault(`git cannot fetch ${url}: ${message}.`);
}
