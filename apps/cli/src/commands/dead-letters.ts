import { Option, type Command } from 'commander';
import type { DeadLetterFilter } from '@quarry/application/operations';
import { FAULT_CODES, Fault, defined, type FaultCode } from '@quarry/turn';
import { silenceLogs } from '../logs';
import { openDeadLetters, type DeadLetterSource } from '../operations/dead-letter-source';
import { integer, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderDeadLetter, renderDeadLetters, renderRetried } from '../render-dead-letters';
import { withServer } from '../server/server';
import type { CommandContext, Terminal } from '../terminal';

interface SourceOptions {
  readonly server?: string;
  readonly json?: boolean;
}

interface FilterOptions extends SourceOptions {
  readonly tenant?: string;
  readonly pipeline?: string;
  readonly code?: FaultCode;
  readonly limit?: number;
}

const ABOUT = `
  A turn that ended 'failed' is a dead letter. The dead letters of all tenants
  are kept for a day and do not change. A retry asks the question again, from
  scratch: a new turn of the same tenant, session and key, with the current
  pipeline. Each dead letter can be retried once; if the retry fails, it is a
  new dead letter.

  They are read from Redis (REDIS_URL), or from a gateway (--server, with an
  operator's key in QUARRY_API_KEY).`;

export function addDeadLetters(group: Command, { terminal }: CommandContext): void {
  group.description('List failed turns and retry them.');
  group.addHelpText('after', ABOUT);
  withExamples(group, [
    ['quarry dead-letters list', ''],
    ['quarry dead-letters show t0mabc', ''],
    ['quarry dead-letters retry t0mabc', ''],
    ['quarry dead-letters retry --all --code model_unavailable', ''],
  ]);
  addList(group, terminal);
  addShow(group, terminal);
  addRetry(group, terminal);
}

function addList(group: Command, terminal: Terminal): void {
  const command = group
    .command('list')
    .summary('list failed turns that were not retried')
    .description('List failed turns that were not retried, most recent first.');
  withExamples(withSource(withFilter(command)), [
    ['quarry dead-letters list', ''],
    ['quarry dead-letters list --code poison --json', ''],
  ]).action((options: FilterOptions) =>
    withSourceOf(options, async (source) => {
      const letters = await source.list(filterOf(options), options.limit ?? 50);
      if (options.json === true) terminal.out(`${printableJson(letters, 2)}\n`);
      else if (letters.length === 0) terminal.note('no failed turns within the last day.');
      else terminal.out(renderDeadLetters(letters, terminal.onOut));
    }),
  );
}

function addShow(group: Command, terminal: Terminal): void {
  const command = group
    .command('show')
    .summary('show a failed turn and its path through the services')
    .description('Show a failed turn and its path through the services.')
    .argument('<id>', 'turn id')
    .option('--question', 'also show the question');
  withExamples(withSource(command), [['quarry dead-letters show t0mabc --question', '']]).action(
    (id: string, options: SourceOptions & { readonly question?: boolean }) =>
      withSourceOf(options, async (source) => {
        const letter = await source.show(id, options.question === true);
        if (options.json === true) terminal.out(`${printableJson(letter, 2)}\n`);
        else terminal.out(renderDeadLetter(letter, terminal.onOut));
      }),
  );
}

function addRetry(group: Command, terminal: Terminal): void {
  const command = group
    .command('retry')
    .summary('retry one failed turn, or all that match')
    .description('Retry one failed turn, or all that match, most recent first.')
    .argument('[id]', 'id of the failed turn')
    .option('--all', 'all that match, up to --limit');
  withExamples(withSource(withFilter(command)), [
    ['quarry dead-letters retry t0mabc', ''],
    ['quarry dead-letters retry --all --pipeline code --limit 200', ''],
  ]).action((id: string | undefined, options: FilterOptions & { readonly all?: boolean }) => {
    if ((id === undefined) !== (options.all === true))
      throw new Fault(
        'bad_request',
        'Name one turn, or all of them: quarry dead-letters retry ID, or --all.',
      );
    return withSourceOf(options, async (source) => {
      const done =
        id === undefined
          ? await source.retryAll(filterOf(options), options.limit ?? 50)
          : { retried: [await source.retry(id)], refused: [], more: false };
      if (options.json === true) terminal.out(`${printableJson(done, 2)}\n`);
      else if (done.retried.length + done.refused.length === 0) terminal.note('there is nothing to retry.');
      else terminal.out(renderRetried(done));
    });
  });
}

function withFilter(command: Command): Command {
  return command
    .option('--tenant <name>', 'only turns of this tenant')
    .option('--pipeline <name>', 'only turns of this pipeline')
    .addOption(
      new Option('--code <code>', 'only turns with this error code (see docs/errors.md)').argParser(
        (text) => {
          if (FAULT_CODES.some((code) => code === text)) return text;
          throw new Fault('bad_request', `There is no error code '${text}'. docs/errors.md lists all codes.`);
        },
      ),
    )
    .option('--limit <number>', 'maximum number of turns (default: 50)', integer(1, 200));
}

function withSource(command: Command): Command {
  return withJson(withServer(command));
}

function filterOf({ tenant, pipeline, code }: FilterOptions): DeadLetterFilter {
  return defined({ tenant, pipeline, code });
}

async function withSourceOf(
  { server }: SourceOptions,
  use: (source: DeadLetterSource) => Promise<void>,
): Promise<void> {
  silenceLogs();
  const source = openDeadLetters(server);
  try {
    await use(source);
  } finally {
    await source.close();
  }
}
