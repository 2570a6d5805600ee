import type { Command } from 'commander';
import { presentSnapshotDetail, presentRepository } from '@quarry/application/repositories';
import { defined } from '@quarry/turn';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderRepositories, renderSnapshot } from '../render-repositories';
import { tenantOption, withTenantServices, type TenantOptions } from '../tenant-services';
import { addPrune } from './repositories-prune';
import type { CommandContext, Terminal } from '../terminal';

const ABOUT = `
  A repository is code or documents indexed under one name; a snapshot is one
  indexed state of it. Repositories indexed by the command line are shared:
  every tenant may read them, unless its key names others. A tenant's own
  repositories are indexed by jobs: see docs/indexing.md.`;

export function addRepositories(group: Command, { terminal }: CommandContext): void {
  group.description('List, show, delete and prune repositories and their snapshots.');
  group.addHelpText('after', ABOUT);
  withExamples(group, [
    ['quarry repositories list', ''],
    ['quarry repositories show shop', 'with unreadable files'],
    ['quarry repositories delete shop --confirm shop', ''],
    ['quarry repositories prune shop --keep 5', 'the newest five snapshots stay'],
  ]);
  addList(group, terminal);
  addShow(group, terminal);
  addDelete(group, terminal);
  addPrune(group, terminal);
}

function addList(group: Command, terminal: Terminal): void {
  const command = group
    .command('list')
    .summary('list indexed repositories')
    .description('List repositories with the snapshot that questions use.')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry repositories list', ''],
    ['quarry repositories list --tenant acme', 'its own and the shared ones'],
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
    .summary('show a snapshot, and which files could not be read')
    .description(
      'Show a snapshot: its contents, when it was indexed, which files could not be read, and the names of the other snapshots.',
    )
    .argument('<name>', 'repository name')
    .option('--snapshot <name>', 'snapshot name (default: the last indexed one)')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry repositories show shop', ''],
    ['quarry repositories show shop --snapshot v2', ''],
  ]).action((name: string, options: TenantOptions & { readonly snapshot?: string }) =>
    withTenantServices(options, async ({ caller, snapshots }) => {
      const repository = await snapshots.repository(caller, name);
      const snapshot = options.snapshot ?? repository.snapshots[0]?.snapshot ?? 'current';
      const shown = presentSnapshotDetail(caller, name, await snapshots.detail(caller, name, snapshot));
      const others = repository.snapshots.map((each) => each.snapshot).filter((each) => each !== snapshot);
      terminal.out(options.json === true ? `${printableJson(shown, 2)}\n` : renderSnapshot(shown, others));
    }),
  );
}

function addDelete(group: Command, terminal: Terminal): void {
  const command = group
    .command('delete')
    .summary('delete a repository, or one of its snapshots')
    .description(
      'Delete a repository, or one of its snapshots, with its search index and code graph. Turns that were answered from it stay.',
    )
    .argument('<name>', 'repository name')
    .option('--snapshot <name>', 'delete only this snapshot')
    .option('--confirm <name>', 'repeat the name of the repository, or of the snapshot with --snapshot')
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
