import { Option, type Command } from 'commander';
import { PipelineSettings } from '@quarry/pipeline';
import { findDataDir, openStoresToRead, readConfig } from '@quarry/platform';
import { commitIndexOf, Retrieval, unmatchedFilter } from '@quarry/retrieval';
import { Fault, lackOf, notingLeftOut, RETRIEVAL_MODES, type RetrievalMode } from '@quarry/turn';
import { chosenSnapshots } from '../current-snapshot';
import { collect, integer, withData, withExamples, withJson, withScope, type ScopeOptions } from '../options';
import { printableJson } from '../printable';
import { commitAsJson, commitAsLine } from '../render-commits';
import { hitAsJson, hitAsLine } from '../render-hits';
import type { CommandContext } from '../terminal';

interface SearchOptions extends ScopeOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly limit: number;
  readonly mode: RetrievalMode | typeof HISTORY;
  readonly path?: readonly string[];
  readonly language?: readonly string[];
}

/** Mode that searches past commits in place of files. */
const HISTORY = 'history';

export function addSearch(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'List the passages that a turn would find for a query, best first. Irrelevant passages are left out. Calls no chat model. ' +
        'A gateway offers the same at POST /v1/search.',
    )
    .argument('<query>', 'words, a sentence or a name')
    .addOption(
      new Option('--mode <mode>', 'search by meaning, by words, or both; history: the past commits')
        .choices([...RETRIEVAL_MODES, HISTORY])
        .default('hybrid'),
    )
    .option('--limit <number>', 'maximum number of passages', integer(1, 100), 8)
    .option('--path <folder>', 'only files below this folder (repeatable)', collect)
    .option('--language <name>', 'only files in this language (repeatable)', collect);
  withExamples(withJson(withData(withScope(command))), [
    ['quarry search "retry after a rate limit"', ''],
    ['quarry search invoice --mode bm25 --language sql', 'by words, in SQL'],
    ["quarry search retry --repository 'payments-*'", 'in some repositories'],
    ['quarry search "retry limit" --mode history', 'past commits'],
    ["quarry search 'totals' --json | jq -r '.[].text'", 'texts'],
  ]).action(async (query: string, options: SearchOptions) => {
    if (query.trim() === '') throw new Fault('bad_request', 'The query is empty. Name what to search for.');
    const { mode, limit: topK, path, language } = options;
    const config = readConfig({ dataDir: findDataDir(options.data) });
    const stores = await openStoresToRead(config);
    try {
      const { searchIndex: index, embedder, reranker } = stores;
      const ref = await chosenSnapshots(config, stores, options);
      const filter = {
        ...(path ? { pathPrefixes: path } : {}),
        ...(language ? { languages: language } : {}),
      };
      if (mode === HISTORY) {
        if (path !== undefined || language !== undefined)
          throw new Fault(
            'bad_request',
            '--mode history goes with neither --path nor --language: it searches commits.',
          );
        const commits = await commitIndexOf(index, ref);
        if (!commits)
          throw new Fault(
            'index_missing',
            'No git history is indexed: index a local clone that has its whole history.',
          );
        const [found = []] = await index.search(commits, [{ kind: 'bm25', text: query, k: topK }]);
        if (options.json === true) terminal.out(`${printableJson(found.map(commitAsJson), 2)}\n`);
        else if (found.length > 0) terminal.out(found.map(commitAsLine).join(''));
        else terminal.note('no commit has these words. Try others.');
        return;
      }
      const { result, leftOut } = await notingLeftOut(async () => {
        const retrieval = await Retrieval.open(
          { index, embedder, reranker, snapshots: { resolve: () => Promise.resolve(ref) } },
          mode,
          Object.assign(new PipelineSettings(), { entry_step_id: 'none' }),
        );
        if (retrieval.fallback !== undefined) terminal.note(retrieval.fallback);
        const [found = []] = await retrieval.search([{ query, topK, filter }], terminal.signal);
        const unmatched = found.length > 0 ? null : await unmatchedFilter(index, retrieval.ref, filter);
        return { hits: found, notSearched: retrieval.notSearched, unmatched };
      });
      const { hits, notSearched, unmatched } = result;
      for (const one of leftOut) terminal.note(`${lackOf(one)}: ${one.reason}`);
      if (notSearched.length > 0)
        terminal.note(
          `not searched, as others are likelier: ${notSearched.join(', ')}. Name them with --repository to search there.`,
        );
      if (options.json === true) terminal.out(`${printableJson(hits.map(hitAsJson), 2)}\n`);
      else if (hits.length > 0)
        terminal.out(hits.map((hit) => hitAsLine(hit, query, terminal.onOut.dim)).join(''));
      else
        terminal.note(unmatched === null ? 'nothing relevant was found. Try other words.' : `${unmatched}.`);
    } finally {
      await stores.close();
    }
  });
}
