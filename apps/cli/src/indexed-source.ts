import type { IndexRequest } from '@quarry/indexer/run';
import { checkGitUrl, isGitUrl, repositoryNameOf } from '@quarry/platform';
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
  readonly watch?: boolean;
  readonly scip?: boolean;
}

/** What `quarry index` reads, and the data folder to write. */
export interface IndexedSource {
  readonly dataDir: string;
  readonly source: Pick<IndexRequest, 'root' | 'git' | 'repository'>;
}

/**
 * The source that the command line names: a path, or the URL of a git repository. A URL has no folder, so its index is
 * in `.quarry` of the current folder. Its host may have any address: the user who names it could fetch it with git.
 * @throws Fault `path_not_found`, `bad_request` for options that do not go together
 */
export async function indexedSource(path: string, options: SourceOptions): Promise<IndexedSource> {
  const { data, branch, repository, revision, since, watch, scip } = options;
  if (!isGitUrl(path)) {
    if (branch !== undefined)
      throw new Fault(
        'bad_request',
        '--branch goes with the URL of a git repository. For a folder: --revision.',
      );
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
  const { url } = checkGitUrl({ gitHosts: [] }, path, true);
  return {
    dataDir: dataDirFor(process.cwd(), false, data),
    source: {
      root: url,
      git: { branch: branch ?? null, byOperator: true },
      repository: repository ?? repositoryNameOf(url),
    },
  };
}
