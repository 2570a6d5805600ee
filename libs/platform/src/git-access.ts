import { addressOf, parseTarget } from '@quarry/connections/outbound';
import { Fault } from '@quarry/turn';
import type { QuarryConfig } from './quarry-config';

/** A git URL that may be fetched, and how. */
interface GitAccess {
  /** Normalised: `http:` or `https:`, without user and password. */
  readonly url: string;
  /** With the operator's git configuration, also from private addresses; otherwise from public ones, without it. */
  readonly byOperator: boolean;
}

/** `git@host:path`, `ssh://`, `git://`: what git accepts, and Quarry does not. */
const OTHER_GIT = /^(?:[\w.-]+@[\w.-]+:|(?:ssh|git|file|ext|git\+ssh):)/;

/** Whether a text names a repository on a server, rather than a file of this machine. */
export function isGitUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) || OTHER_GIT.test(text);
}

/**
 * Checks the URL of a git repository, without looking up its host.
 * @param byOperator whether the operator named it, on the command line or in an owner session
 * @throws Fault `bad_request` with the reason; `source_forbidden` for a private address
 */
export function checkGitUrl(
  { gitHosts }: Pick<QuarryConfig, 'gitHosts'>,
  text: string,
  byOperator: boolean,
): GitAccess {
  if (OTHER_GIT.test(text))
    throw new Fault(
      'bad_request',
      `${text.slice(0, 200)} is not an https: URL. Give the https: URL of the repository, or clone it and index the clone.`,
    );
  // Relaxed only for a host that the operator lists: its name is known after the URL is parsed.
  const { host, hostname } = parseTarget(text, { allowPrivate: true });
  const listed = byOperator || gitHosts.some((each) => each === host || each === hostname);
  return { url: parseTarget(text, { allowPrivate: listed }).href, byOperator: listed };
}

/** The current public address of the host of a URL. @throws Fault `bad_request` if it has none, with one sentence */
export async function publicAddressOf(url: string, onRefused: (reason: string) => void): Promise<string> {
  return (await addressOf(new URL(url), { allowPrivate: false, onRefused })).address;
}

/** The name of a repository from its URL: `shop` for `https://git.example/ann/shop.git`. */
export function repositoryNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
  const name = last
    .replace(/\.git$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');
  return name === '' ? 'sources' : name.slice(0, 100);
}
