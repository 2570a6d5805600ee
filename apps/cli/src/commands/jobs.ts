import type { Command } from 'commander';
import { presentJob } from '@quarry/application/repositories';
import { integer, withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderJobs } from '../render-repositories';
import { tenantOption, withTenantServices, type TenantOptions } from '../tenant-services';
import type { CommandContext, Terminal } from '../terminal';

const ABOUT = `
  POST /v1/index-jobs creates a job, and an indexer runs it: 'quarry serve'
  includes one, 'quarry serve indexer' runs only that. 'quarry index' needs
  none. Jobs are stored in RECORD_STORE_URL: see docs/indexing.md.`;

export function addJobs(group: Command, { terminal }: CommandContext): void {
  group.description('List, show and cancel indexing jobs.');
  group.addHelpText('after', ABOUT);
  withExamples(group, [
    ['quarry jobs list', ''],
    ['quarry jobs cancel j1f2e3d4c5b6a7988', ''],
  ]);
  addList(group, terminal);
  addShow(group, terminal);
  addCancel(group, terminal);
}

function addList(group: Command, terminal: Terminal): void {
  const command = group
    .command('list')
    .summary('list indexing jobs, newest first')
    .description('List the indexing jobs of a tenant, newest first.')
    .option('--limit <number>', 'maximum number of jobs', integer(1, 1_000), 20)
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [
    ['quarry jobs list', ''],
    ['quarry jobs list --tenant acme --limit 5', ''],
  ]).action((options: TenantOptions & { readonly limit: number }) =>
    withTenantServices(options, async ({ caller, jobs }) => {
      const shown = (await jobs.list(caller, options.limit)).map((job) => presentJob(caller, job));
      if (options.json === true) terminal.out(`${printableJson(shown, 2)}\n`);
      else if (shown.length === 0) terminal.note('no indexing jobs');
      else terminal.out(renderJobs(shown));
    }),
  );
}

function addShow(group: Command, terminal: Terminal): void {
  const command = group
    .command('show')
    .summary('show the status of an indexing job')
    .description('Show the status of an indexing job: its progress, or how it ended.')
    .argument('<id>', 'job id')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [['quarry jobs show j1f2e3d4c5b6a7988', '']]).action(
    (id: string, options: TenantOptions) =>
      withTenantServices(options, async ({ caller, jobs }) => {
        const shown = presentJob(caller, await jobs.view(caller, id));
        terminal.out(options.json === true ? `${printableJson(shown, 2)}\n` : renderJobs([shown]));
      }),
  );
}

function addCancel(group: Command, terminal: Terminal): void {
  const command = group
    .command('cancel')
    .summary('cancel an indexing job')
    .description(
      'Cancel an indexing job. It ends within about a second; what it has written stays consistent.',
    )
    .argument('<id>', 'job id')
    .addOption(tenantOption());
  withExamples(withJson(withData(command)), [['quarry jobs cancel j1f2e3d4c5b6a7988', '']]).action(
    (id: string, options: TenantOptions) =>
      withTenantServices(options, async ({ caller, jobs }) => {
        const cancelled = await jobs.cancel(caller, id);
        if (options.json === true) terminal.out(`${printableJson({ id, cancelled }, 2)}\n`);
        else terminal.out(cancelled ? `${id} is being cancelled\n` : `${id} had already ended\n`);
      }),
  );
}
