import { openMasker } from '@quarry/secrets';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { importRoslyn } from '@quarry/indexing';
import { makeCurrent } from '@quarry/indexer/run';
import { openStores, readConfig } from '@quarry/platform';
import { BY_HAND, RepositoryRegistry } from '@quarry/repositories';
import { defined } from '@quarry/turn';
import { dataDirFor, makeDataDir } from '../data-dir';
import { count } from '../index-report';
import { withExamples, withJson } from '../options';
import { printable, printableJson, printableName } from '../printable';
import { secretLines } from '../secret-lines';
import type { CommandContext } from '../terminal';

/** Number of a bundle's problems to print; `--json` lists all. */
const MAX_PROBLEMS = 12;

interface ImportOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly vectors?: boolean;
}

export function addImport(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Import a bundle of RoslynIndexer: C# chunks and their dependencies, SQL bodies, nodes and edges. Replaces the previous ' +
        'content of the snapshot. A bundle has no line numbers: lines are counted from the start of each text.',
    )
    .argument('<bundle>', 'the zip file, or the folder with its unpacked files')
    .option('-d, --data <folder>', "data folder (default: '.quarry' in this folder)")
    .option('--repository <name>', "repository name (default: the bundle's)")
    .option('--snapshot <name>', "snapshot name (default: the bundle's)")
    .option('--no-vectors', 'keywords and graph only: much faster, but finds less');
  withExamples(withJson(command), [
    ['quarry import develop.zip', ''],
    ['quarry import develop.zip --repository shop --data ~/indexes/shop', ''],
  ]).action(async (bundle: string, options: ImportOptions) => {
    const dataDir = dataDirFor(process.cwd(), false, options.data);
    const { repository, snapshot } = options;
    const config = readConfig({ dataDir });
    await makeDataDir(dataDir);
    const stores = await openStores(config);
    const registry = new RepositoryRegistry(stores.recordStore);
    try {
      const embedder = options.vectors === false ? null : stores.embedder;
      if (!embedder)
        terminal.note(
          `no vectors: ${options.vectors === false ? 'disabled by --no-vectors' : stores.embedderProblem}. Search works by keywords (BM25).`,
        );
      terminal.progress(`importing ${bundle} ...`);
      const report = await importRoslyn(resolve(bundle), {
        maskerFor: (name) =>
          config.maskSecrets === 'off' ? null : openMasker({ dataDir, repository: name, root: null }),
        ref: defined({ repository, snapshot }),
        searchIndex: stores.searchIndex,
        graphStore: stores.graphStore,
        embedder,
        recordedRun: async (ref) => (await registry.summary(ref))?.run ?? null,
        signal: terminal.signal,
      });
      await makeCurrent(config, { ...report.ref, root: null }, terminal);
      const run = (await stores.searchIndex.imprint(report.ref))?.run;
      const { files, chunks, nodes, edges, pendingVectors, commit } = report;
      const totals = {
        ...defined({ run }),
        files,
        chunks,
        nodes,
        edges,
        pendingVectors,
        commit,
        dirty: false,
        root: null,
      };
      const about = { indexedAt: Date.now(), by: BY_HAND, job: null, embedder: embedder?.id ?? null };
      await registry.indexed(
        report.ref,
        { ...about, ...totals, secrets: report.secrets && report.secrets.length },
        { failed: [], secretPlaces: report.secrets ?? [] },
      );
      if (options.json === true) {
        terminal.out(`${printableJson(report, 2)}\n`);
        return;
      }
      const { ref, problems } = printable(report);
      terminal.out(
        `${terminal.onOut.green('imported')} ${ref.repository}@${ref.snapshot}: ${count(report.files, 'file')}, ${count(report.chunks, 'chunk')}, ${count(report.nodes, 'node')}, ${count(report.edges, 'edge')}\n`,
      );
      for (const line of secretLines(report.secrets)) terminal.out(`${line}\n`);
      for (const problem of problems.slice(0, MAX_PROBLEMS)) terminal.out(`  ${printableName(problem)}\n`);
      if (problems.length > MAX_PROBLEMS)
        terminal.out(`  … and ${problems.length - MAX_PROBLEMS} more (--json lists all)\n`);
      terminal.out(terminal.onOut.dim(`data in ${dataDir}\n`));
    } finally {
      await stores.close();
    }
  });
}
