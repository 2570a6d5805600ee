import type { Command } from 'commander';
import { defined } from '@quarry/turn';
import { collect, integer, withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { tenantOption, withTenantServices, type TenantOptions } from '../tenant-services';
import type { Terminal } from '../terminal';

interface PruneOptions extends TenantOptions {
  readonly keep?: number;
  readonly olderThan?: number;
  readonly keepTags?: readonly string[];
  readonly dryRun?: boolean;
}

/** `quarry repositories prune`: retention of snapshots by number, age and name. */
export function addPrune(group: Command, terminal: Terminal): void {
  const command = group
    .command('prune')
    .summary('delete old snapshots of a repository')
    .description(
      'Delete the snapshots of a repository beyond a number or an age, or all that are not of named revisions. Snapshots of work trees count as newer than those of ' +
        'revisions, and of revisions the newest commit is kept; the snapshot that questions use always is. Turns that were ' +
        'answered from deleted ones stay.',
    )
    .argument('<name>', 'repository name')
    .option('--keep <number>', 'number of snapshots to keep', integer(1, 200))
    .option(
      '--older-than <days>',
      'only snapshots whose commit (without one: whose run) is older, in days',
      integer(0, 36_500),
    )
    .option(
      '--keep-tags <pattern>',
      "snapshots of revisions whose name fits also stay, e.g. 'v*' (repeatable); alone: all others go but the newest",
      collect,
    )
    .option('--dry-run', 'list what would be deleted')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry repositories prune shop --keep 5', 'the newest five stay'],
    ['quarry repositories prune shop --older-than 365', ''],
    ["quarry repositories prune shop --keep 3 --keep-tags 'v*'", 'the newest three, and every release'],
    ['quarry repositories prune shop --keep 3 --dry-run', 'lists only'],
  ]).action((name: string, { keep, olderThan, keepTags, dryRun, ...options }: PruneOptions) =>
    withTenantServices(options, async ({ caller, snapshots }) => {
      const pruned = await snapshots.prune(
        caller,
        {
          ...{ name, keep: keep ?? null, olderThanDays: olderThan ?? null, dryRun: dryRun === true },
          ...defined({ keepRevisions: keepTags }),
        },
        Date.now(),
      );
      const done = dryRun === true ? 'would delete' : 'deleted';
      if (options.json === true) terminal.out(`${printableJson({ repository: name, ...pruned }, 2)}\n`);
      else {
        for (const snapshot of pruned.deleted) terminal.out(`${done} ${name}@${snapshot}\n`);
        if (pruned.deleted.length === 0) terminal.note(`nothing to delete: ${name} keeps all its snapshots.`);
      }
    }),
  );
}
