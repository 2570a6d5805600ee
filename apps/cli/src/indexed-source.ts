import type { IndexRequest } from '@quarry/indexer/run';
import {
  checkGitUrl,
  checkSiteUrl,
  isGitUrl,
  repositoryNameOf,
  servesGit,
  siteNameOf,
} from '@quarry/platform';
import { defined, Fault } from '@quarry/turn';
import { dataDirFor } from './data-dir';
import { locate } from './indexer';

/** Options of `quarry index` that concern where the files come from. */
export interface SourceOptions {
  readonly data?: string;
  readonly repository?: string;
  readonly revision?: string;
  readonly since?: string;
  readonly branch?: string;
  readonly maxPages?: number;
  readonly watch?: boolean;
  readonly scip?: boolean;
}

/** What `quarry index` reads, and the data folder to write. */
export interface IndexedSource {
  readonly dataDir: string;
  readonly source: Pick<IndexRequest, 'root' | 'git' | 'site' | 'repository'>;
}

/** Pages of a site that are read at most, unless the command line says otherwise. */
const MOST_PAGES = 2_000;

/**
 * The source that the command line names: a path, or the URL of a git repository or a documentation site. A URL has no
 * folder, so its index is in `.quarry` of the current folder. Its host may have any address: the user who names it
 * could fetch it with git, or open it in a browser.
 * @throws Fault `path_not_found`, `bad_request` for options that do not go together
 */
export async function indexedSource(
  path: string,
  options: SourceOptions,
  signal: AbortSignal,
): Promise<IndexedSource> {
  const { data, branch, maxPages, repository, revision, since, watch, scip } = options;
  if (!isGitUrl(path)) {
    if (branch !== undefined)
      throw new Fault(
        'bad_request',
        '--branch goes with the URL of a git repository. For a folder: --revision.',
      );
    if (maxPages !== undefined)
      throw new Fault('bad_request', '--max-pages goes with the URL of a documentation site.');
    const { root, dataDir } = await locate(path, data);
    return { dataDir, source: { root, ...defined({ repository }) } };
  }
  if (revision !== undefined || since !== undefined)
    throw new Fault(
      'bad_request',
      '--revision and --since read a local repository. With a URL, name a branch or a tag: --branch.',
    );
  if (watch === true || scip === true)
    throw new Fault(
      'bad_request',
      'A URL goes with neither --watch nor --scip: it has no folder. Run the command again to fetch what is new.',
    );
  const dataDir = dataDirFor(process.cwd(), false, data);
  if (await isSite(path, options, signal)) {
    const { url } = checkSiteUrl({ gitHosts: [] }, path, true);
    const site = { pages: maxPages ?? MOST_PAGES, byOperator: true };
    return { dataDir, source: { root: url.href, site, repository: repository ?? siteNameOf(url.href) } };
  }
  const { url } = checkGitUrl({ gitHosts: [] }, path, true);
  return {
    dataDir,
    source: {
      root: url,
      git: { branch: branch ?? null, byOperator: true },
      repository: repository ?? repositoryNameOf(url),
    },
  };
}

/** Whether a URL names a site: its options or its ending say so, otherwise its server is asked. */
async function isSite(
  url: string,
  { branch, maxPages }: SourceOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  if (branch !== undefined && maxPages !== undefined)
    throw new Fault('bad_request', '--branch is for git repositories, --max-pages for documentation sites.');
  if (branch !== undefined) return false;
  const { pathname } = new URL(url);
  if (maxPages !== undefined || /\.(?:xml(?:\.gz)?|x?html?)$/i.test(pathname)) return true;
  return !pathname.endsWith('.git') && !(await servesGit(url, signal));
}
