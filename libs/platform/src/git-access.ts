import { addressOf, parseTarget, type TargetRules } from '@quarry/connections/outbound';
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
  const { url, trusted } = checkedUrl(gitHosts, text, byOperator);
  return { url: url.href, byOperator: trusted };
}

/** A documentation site that may be read, and which hosts may be asked. */
interface SiteAccess {
  readonly url: URL;
  readonly rules: TargetRules;
}

/**
 * Checks the URL of a page or a sitemap of a site, without looking up its host.
 * @param byOperator whether the operator named it: its host may then have any address
 * @throws Fault `bad_request` with the reason
 */
export function checkSiteUrl(
  { gitHosts }: Pick<QuarryConfig, 'gitHosts'>,
  text: string,
  byOperator: boolean,
): SiteAccess {
  const { url, trusted } = checkedUrl(gitHosts, text, byOperator);
  if (url.search !== '')
    throw new Fault(
      'bad_request',
      'The URL of a site must have no query: name a page or a sitemap without one.',
    );
  return { url, rules: { allowPrivate: trusted } };
}

/** The name of a repository with a site: its host. */
export function siteNameOf(url: string): string {
  const name = new URL(url).hostname.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[._-]+/, '');
  return name === '' ? 'site' : name.slice(0, 100);
}

function checkedUrl(
  gitHosts: readonly string[],
  text: string,
  byOperator: boolean,
): { readonly url: URL; readonly trusted: boolean } {
  // Relaxed only for a host that the operator lists: its name is known after the URL is parsed.
  const { host, hostname } = parseTarget(text, { allowPrivate: true });
  const trusted = byOperator || gitHosts.some((each) => each === host || each === hostname);
  return { url: parseTarget(text, { allowPrivate: trusted }), trusted };
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
