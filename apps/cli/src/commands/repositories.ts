import type { Command } from 'commander';
import { presentSnapshotDetail, presentRepository } from '@quarry/application/repositories';
import { defined } from '@quarry/turn';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderRepositories, renderSnapshot } from '../render-repositories';
import { tenantOption, withTenantServices, type TenantOptions } from '../tenant-services';
import type { CommandContext, Terminal } from '../terminal';

const ABOUT = `
  A repository is what was indexed under one name; each state of it that was
  kept is a snapshot. What the command line indexes is shared: every tenant may
  read it, unless its key names others. A tenant's own are indexed by jobs:
  docs/indexing.md.`;

export function addRepositories(group: Command, { terminal }: CommandContext): void {
  group.description('List, show and delete repositories and their snapshots.');
  group.addHelpText('after', ABOUT);
  withExamples(group, [
    ['quarry repositories list', ''],
    ['quarry repositories show shop', 'with what could not be read'],
    ['quarry repositories delete shop --confirm shop', ''],
  ]);
  addList(group, terminal);
  addShow(group, terminal);
  addDelete(group, terminal);
}

function addList(group: Command, terminal: Terminal): void {
  const command = group
    .command('list')
    .summary('list what is indexed')
    .description('List repositories with the snapshot that questions are about.')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry repositories list', ''],
    ['quarry repositories list --tenant acme', 'its own, and the shared ones'],
  ]).action((options: TenantOptions) =>
    withTenantServices(options, async ({ caller, repositories }) => {
      const readable = await repositories.readable(caller);
      const shown = readable.flatMap((each) => presentRepository(caller, each));
      if (options.json === true) terminal.out(`${printableJson(shown, 2)}\n`);
      else if (shown.length === 0) terminal.note('nothing is indexed yet: quarry index PATH');
      else terminal.out(renderRepositories(shown));
    }),
  );
}

function addShow(group: Command, terminal: Terminal): void {
  const command = group
    .command('show')
    .summary('show one snapshot, and what could not be read')
    .description('Show a snapshot: what is in it, when it was indexed, and which files could not be read.')
    .argument('<name>', 'repository')
    .option('--snapshot <name>', 'another than the one that was indexed last')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry repositories show shop', ''],
    ['quarry repositories show shop --snapshot v2', ''],
  ]).action((name: string, options: TenantOptions & { readonly snapshot?: string }) =>
    withTenantServices(options, async ({ caller, snapshots }) => {
      const repository = await snapshots.repository(caller, name);
      const snapshot = options.snapshot ?? repository.snapshots[0]?.snapshot ?? 'current';
      const shown = presentSnapshotDetail(caller, name, await snapshots.detail(caller, name, snapshot));
      terminal.out(options.json === true ? `${printableJson(shown, 2)}\n` : renderSnapshot(shown));
    }),
  );
}

function addDelete(group: Command, terminal: Terminal): void {
  const command = group
    .command('delete')
    .summary('delete a repository, or one snapshot of it')
    .description(
      'Delete a repository, or one snapshot of it, with its search index and code graph. Turns that were answered from it stay.',
    )
    .argument('<name>', 'repository')
    .option('--snapshot <name>', 'this one alone')
    .option('--confirm <name>', 'the name once more, of the snapshot where one is named')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry repositories delete shop --confirm shop', ''],
    ['quarry repositories delete shop --snapshot v1 --confirm v1', ''],
  ]).action(
    (name: string, options: TenantOptions & { readonly snapshot?: string; readonly confirm?: string }) =>
      withTenantServices(options, async ({ caller, snapshots }) => {
        const { snapshot: only, confirm } = options;
        const wanted = {
          name,
          ...defined({ only, confirm }),
        };
        const deleted = await snapshots.delete(caller, wanted);
        terminal.out(
          options.json === true
            ? `${printableJson({ repository: name, deleted }, 2)}\n`
            : deleted.map((snapshot) => `deleted ${name}@${snapshot}\n`).join(''),
        );
      }),
  );
}
