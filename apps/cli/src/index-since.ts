import type { IndexRequest } from '@quarry/indexer/run';
import { tagsSince, type IndexReport } from '@quarry/indexing';
import type { QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { runIndex } from './indexer';
import type { Terminal } from './terminal';

/** The report of one tag. */
export interface TagReport extends IndexReport {
  readonly revision: string;
}

/**
 * Indexes each tag since a revision or a day, the oldest first, so that each begins as a copy of the one before.
 * Those that are indexed already cost nothing.
 * @throws Fault `path_not_found` without such tags, and as `runIndex`
 */
export async function indexSince(
  config: QuarryConfig,
  request: Omit<IndexRequest, 'by' | 'revision' | 'snapshot'>,
  since: string,
  terminal: Terminal,
): Promise<readonly TagReport[]> {
  const tags = await tagsSince(request.root, since, { signal: terminal.signal });
  if (tags.length === 0)
    throw new Fault(
      'path_not_found',
      `The git repository at ${request.root} has no tag since '${since.slice(0, 100)}'. \`git tag\` lists its tags; nothing is fetched.`,
    );
  const reports: TagReport[] = [];
  for (const [at, revision] of tags.entries()) {
    terminal.note(`${revision} (${at + 1} of ${tags.length})`);
    reports.push({ revision, ...(await runIndex(config, { ...request, revision }, terminal)) });
  }
  return reports;
}
