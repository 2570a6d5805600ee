import { resolve } from 'node:path';
import type { Command } from 'commander';
import { buildViews, readLabelsFile } from '@quarry/indexer/run';
import type { QuarryConfig, Stores } from '@quarry/platform';
import { LabelStore, LABELS_FILE } from '@quarry/repositories';
import { defined, Fault, shownSnapshot, type SnapshotRef } from '@quarry/turn';
import { currentSnapshot } from '../current-snapshot';
import { labelLines, labelText } from '../label-lines';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { tenantOption, withTenantServices, type TenantOptions } from '../tenant-services';
import type { CommandContext, Terminal } from '../terminal';

interface LabelsOptions extends TenantOptions {
  readonly repository?: string;
  readonly snapshot?: string;
  readonly file?: string;
}

const ABOUT = `
  ${LABELS_FILE} in the root of what is indexed says who may read which files.
  With QUARRY_LABELS=enforce, callers read what their groups and their
  sensitivity allow, and files without a label only with --all-labels keys.
  Commands on the data folder read everything. See docs/access.md.`;

export function addLabels(group: Command, { terminal }: CommandContext): void {
  group.description('Show who may read which files, and put a changed labels file in force.');
  group.addHelpText('after', ABOUT);
  withExamples(group, [
    ['quarry labels refresh', ''],
    ['quarry labels show payroll/2024.csv', ''],
  ]);
  addRefresh(group, terminal);
  addShow(group, terminal);
}

function addRefresh(group: Command, terminal: Terminal): void {
  const command = group
    .command('refresh')
    .summary(`put a changed ${LABELS_FILE} in force`)
    .description(
      `Read ${LABELS_FILE} again and change who may read what, without reading, chunking or embedding other files.`,
    )
    .option('--file <path>', `labels file (default: ${LABELS_FILE} in the indexed folder)`);
  withExamples(scoped(command), [
    ['quarry labels refresh', 'of the repository that was indexed last'],
    ['quarry labels refresh --repository shop --file shop-labels.yaml', 'e.g. of an imported index'],
  ]).action((options: LabelsOptions) =>
    withSnapshot(options, async (config, stores, ref) => {
      const info = await stores.searchIndex.describe(ref);
      const rules = await readLabelsFile(
        info?.root ?? null,
        options.file === undefined ? undefined : resolve(options.file),
      );
      if (!rules)
        terminal.note(
          `there is no ${LABELS_FILE} in ${info?.root ?? 'an imported index'}: no file has a rule.`,
        );
      const store = new LabelStore(stores.recordStore);
      const { version } = await store.put(ref, { rules });
      const views = await buildViews(config, stores, ref, terminal.signal);
      const decides = await store.pathLabels(ref);
      const counts = new Map<string, number>();
      for (const path of (await stores.searchIndex.manifest(ref)).keys()) {
        const label = labelText(decides?.of.of(path) ?? null);
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
      const shown = { index: shownSnapshot(ref), version, views, files: Object.fromEntries(counts) };
      terminal.out(options.json === true ? `${printableJson(shown, 2)}\n` : labelLines(shown));
      if (config.labels !== 'enforce')
        terminal.note(
          'QUARRY_LABELS is not enforce here: a gateway without it lets every caller read everything.',
        );
    }),
  );
}

function addShow(group: Command, terminal: Terminal): void {
  const command = group
    .command('show')
    .summary('show the label of a file')
    .description('Show who may read a file, under the labels that are in force.')
    .argument('<path>', 'path of the file, from the root of what is indexed');
  withExamples(scoped(command), [['quarry labels show payroll/2024.csv', '']]).action(
    (path: string, options: LabelsOptions) =>
      withSnapshot(options, async (_config, { recordStore, searchIndex }, ref) => {
        const store = new LabelStore(recordStore);
        const labels = await store.labels(ref);
        const label = (await store.pathLabels(ref))?.of.of(path) ?? null;
        const indexed = (await searchIndex.manifest(ref)).has(path);
        if (!labels) terminal.note(`${shownSnapshot(ref)} has no labels: quarry labels refresh`);
        else if (labels.problem !== null) terminal.note(labels.problem);
        if (!indexed) terminal.note(`${path} is not in the index of ${shownSnapshot(ref)}.`);
        terminal.out(
          options.json === true
            ? `${printableJson({ path, indexed, label }, 2)}\n`
            : `${path}: ${labelText(label)}\n`,
        );
      }),
  );
}

function scoped(command: Command): Command {
  return withJson(withData(command))
    .option('--repository <name>', 'repository name (default: the one that was indexed last)')
    .option('--snapshot <name>', 'snapshot name (default: the last indexed one)')
    .addOption(tenantOption());
}

function withSnapshot(
  options: LabelsOptions,
  use: (config: QuarryConfig, stores: Stores, ref: SnapshotRef) => Promise<void>,
): Promise<void> {
  const { repository, snapshot } = options;
  return withTenantServices(options, async ({ caller, repositories, config, stores }) => {
    const ref =
      repository === undefined
        ? { ...(await currentSnapshot(config)), ...defined({ snapshot }) }
        : await repositories.resolveOne(caller, repository, snapshot);
    if ((await stores.searchIndex.describe(ref)) === null)
      throw new Fault('index_missing', `Nothing is indexed as ${shownSnapshot(ref)}.`);
    await use(config, stores, ref);
  });
}
