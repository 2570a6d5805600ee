import type { Command } from 'commander';
import { openEmbedder, type Embedder } from '@quarry/embedder';
import { calibrateClaims, countClaims, judgeSentences, readLabelledSentences } from '@quarry/evaluation';
import { findDataDir, readConfig } from '@quarry/platform';
import { Fault, defined } from '@quarry/turn';
import { renderClaims, renderStatuses, renderWrong } from '../evaluation/claims-report';
import { shareOf, withData, withExamples, withJson } from '../options';
import type { Terminal } from '../terminal';

interface EvalClaimsOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly meaning?: boolean;
  readonly minSimilarity: number;
  readonly wrong?: boolean;
}

export function addEvalClaims(group: Command, terminal: Terminal): void {
  const command = group
    .command('claims')
    .description(
      'Judge sentences with a known verdict as the last step of a turn does, without a chat model, and count by kind how many ' +
        'verdicts mislead. The file has one JSON object per line: {id, kind, expected: "supported" | "refuted", sentence, evidence: ' +
        '[{text, path, title, language}]}. See docs/evaluation.md.',
    )
    .argument('<file>', 'JSONL file of labelled sentences')
    .option('--meaning', 'compare open sentences by meaning with the configured embedding model, too')
    .option(
      '--min-similarity <number>',
      'with --meaning: claims.min_similarity of the pipeline',
      shareOf,
      0.6,
    )
    .option('--wrong', 'list every sentence with a misleading verdict');
  withExamples(withJson(withData(command)), [['quarry eval claims ~/sets/claims.jsonl --wrong', '']]).action(
    async (file: string, options: EvalClaimsOptions) => {
      const labelled = await readLabelledSentences(file);
      const embedder = options.meaning === true ? await configuredEmbedder(options.data) : null;
      const signal = new AbortController().signal;
      try {
        const judged = await judgeSentences(labelled, {
          embedder,
          minSimilarity: options.minSimilarity,
          signal,
        });
        const kinds = countClaims(judged);
        const statuses = calibrateClaims(judged);
        if (options.json === true)
          return void terminal.out(`${JSON.stringify({ kinds, statuses, judged }, null, 2)}\n`);
        const tables = `${renderClaims(kinds)}${renderStatuses(statuses)}`;
        terminal.out(`${tables}${options.wrong === true ? renderWrong(judged) : ''}`);
      } finally {
        await embedder?.close();
      }
    },
  );
}

/** @throws Fault `embedder_unavailable` if none is configured */
async function configuredEmbedder(data: string | undefined): Promise<Embedder> {
  const { embedderUrl, embedderApiKey } = readConfig({ dataDir: findDataDir(data) });
  const embedder = await openEmbedder(embedderUrl, defined({ apiKey: embedderApiKey }));
  if (embedder) return embedder;
  throw new Fault(
    'embedder_unavailable',
    'No embedding model is configured. Run `quarry setup`, or omit --meaning.',
  );
}
