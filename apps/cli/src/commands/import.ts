import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { importIndex } from '@quarry/indexing';
import { makeCurrent } from '@quarry/indexer/run';
import { openStores, readConfig } from '@quarry/platform';
import { RepositoryRegistry } from '@quarry/repositories';
import { openMasker } from '@quarry/secrets';
import { defined } from '@quarry/turn';
import { dataDirFor, makeDataDir } from '../data-dir';
import { recordBundle, recordScip, stateGroups } from '../import-records';
import { renderImport } from '../import-report';
import { withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import type { CommandContext } from '../terminal';

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
      'Import an index that another tool made. A SCIP index (index.scip of scip-typescript, scip-python, scip-java, ' +
        'scip-go, ...) adds its references to a folder that is indexed: they replace the edges that Quarry found by the same ' +
        'names. A bundle of RoslynIndexer (C# chunks and their dependencies, SQL bodies, nodes and edges) replaces the ' +
        'previous content of the snapshot; it has no line numbers: lines are counted from the start of each text.',
    )
    .argument('<index>', 'index.scip, or a bundle: the zip file, or the folder with its unpacked files')
    .option('-d, --data <folder>', "data folder (default: '.quarry' in this folder)")
    .option('--repository <name>', 'repository name (default: the folder that was indexed)')
    .option('--snapshot <name>', 'snapshot name (default: that of the bundle; of a SCIP index: current)')
    .option('--no-vectors', 'keywords and graph only: much faster, but finds less');
  withExamples(withJson(command), [
    ['quarry import index.scip', 'exact references for the index of this folder'],
    ['quarry import develop.zip', ''],
    ['quarry import develop.zip --repository shop --data ~/indexes/shop', ''],
  ]).action(async (path: string, options: ImportOptions) => {
    const dataDir = dataDirFor(process.cwd(), false, options.data);
    const { repository, snapshot } = options;
    const config = readConfig({ dataDir });
    await makeDataDir(dataDir);
    const stores = await openStores(config);
    const registry = new RepositoryRegistry(stores.recordStore);
    try {
      const embedder = options.vectors === false ? null : stores.embedder;
      terminal.progress(`importing ${path} ...`);
      const imported = await importIndex(resolve(path), {
        maskerFor: (name) =>
          config.maskSecrets === 'off' ? null : openMasker({ dataDir, repository: name, root: null }),
        ref: defined({ repository, snapshot }),
        searchIndex: stores.searchIndex,
        graphStore: stores.graphStore,
        embedder,
        scipFile: join(dataDir, 'scip.db'),
        lockFile: join(dataDir, 'index.lock'),
        recordedRun: async (ref) => (await registry.summary(ref))?.run ?? null,
        signal: terminal.signal,
      });
      if (imported.format === 'scip') await recordScip(stores, imported.report);
      else {
        if (!embedder)
          terminal.note(
            `no vectors: ${options.vectors === false ? 'disabled by --no-vectors' : stores.embedderProblem}. Search works by keywords (BM25).`,
          );
        await makeCurrent(config, { ...imported.report.ref, root: null }, terminal);
        await recordBundle(stores, imported.report, embedder?.id ?? null);
        await stateGroups(config, stores, imported.report, terminal);
      }
      terminal.out(
        options.json === true
          ? `${printableJson(imported.report, 2)}\n`
          : renderImport(imported, dataDir, terminal.onOut),
      );
    } finally {
      await stores.close();
    }
  });
}
