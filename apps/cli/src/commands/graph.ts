import type { Command } from 'commander';
import {
  MAX_DEPTH,
  OPERATION_NAMES,
  OPERATIONS,
  presentResult,
  shownInText,
  runQuery,
  type OperationName,
} from '@quarry/graph-queries';
import { findDataDir, openStoresToRead, readConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { chosenSnapshots } from '../current-snapshot';
import { EXIT } from '../exit-codes';
import { integer, withData, withExamples, withJson, withScope, type ScopeOptions } from '../options';
import { printableJson } from '../printable';
import { graphLines } from '../render-graph';
import type { CommandContext } from '../terminal';

interface GraphOptions extends ScopeOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly limit: number;
  readonly file?: string;
  readonly depth?: number;
}

const EXAMPLES: Readonly<Partial<Record<OperationName, readonly (readonly [string, string])[]>>> = {
  callers: [
    ['quarry graph callers Client.send', ''],
    ['quarry graph callers send --file src/client.py', 'the one in this file'],
    ['quarry graph callers "POST /v1/orders" --repository "*"', 'over HTTP'],
  ],
  readers: [
    ['quarry graph readers dbo.Invoice', ''],
    ['quarry graph readers DATABASE_URL', 'a setting, by its name in the code'],
  ],
  impact: [
    ['quarry graph impact Client.send', ''],
    ['quarry graph impact Client.send --depth 6', 'further than three relations'],
  ],
  path: [['quarry graph path TurnsController.ask walkGraph', '']],
};

/** `quarry graph OPERATION NAME`: a subcommand for each operation of the code graph. */
export function addGraph(command: Command, context: CommandContext): void {
  command.description(
    'Answer questions about structure from the code graph: exact, complete, and without a chat model. `quarry ask "Who calls X?"` gives ' +
      'the same answer with citations. A gateway offers the same at GET /v1/graph/OPERATION.',
  );
  for (const name of OPERATION_NAMES) {
    const { summary, names, depth } = OPERATIONS[name];
    const operation = command
      .command(name)
      .summary(summary)
      .description(
        `List ${summary}.${names === 0 ? '' : ' A name can be full or its last parts: Client.send.'}`,
      )
      .option('--limit <number>', 'maximum number of results', integer(1, 10_000), 100);
    if (names === 0) operation.argument('[folder]', 'only what is in this folder or file');
    else
      operation
        .argument('<name>', 'a function, type, table, file, …')
        .option('--file <path>', 'only the definition in this file');
    if (depth !== undefined)
      operation.option('--depth <number>', 'relations to follow', integer(1, MAX_DEPTH), depth);
    if (names === 2) operation.argument('<other>', 'the name to reach');
    withExamples(
      withJson(withData(withScope(operation))),
      EXAMPLES[name] ?? [[`quarry graph ${name} ${names === 0 ? 'src' : 'Invoice'}`, '']],
    ).action(async () => {
      await run(name, operation.args, operation.opts<GraphOptions>(), context);
    });
  }
}

async function run(
  operation: OperationName,
  names: readonly string[],
  { data, json, limit, file, depth, ...scope }: GraphOptions,
  context: CommandContext,
): Promise<void> {
  if (names.some((name) => name.trim() === ''))
    throw new Fault('bad_request', 'The name is empty. Name a function, type, table, file or folder.');
  const { terminal } = context;
  const config = readConfig({ dataDir: findDataDir(data) });
  const stores = await openStoresToRead(config);
  try {
    const ref = await chosenSnapshots(config, stores, scope);
    if ((await stores.graphStore.describe(ref)) === null)
      throw new Fault('index_missing', 'This index has no code graph. Index source code: quarry index PATH.');
    const reader = {
      graph: stores.graphStore,
      ref,
      paths: async () => (await stores.searchIndex.manifest(ref)).keys(),
    };
    const result = await runQuery(reader, { operation, names, file, depth }, { limit });
    const shown = json !== true && result.status === 'found' ? shownInText(result) : result;
    const presented = presentResult(operation, shown);
    if (json === true) terminal.out(`${printableJson(presented, 2)}\n`);
    else terminal.out(`${graphLines(presented, terminal.onOut).join('\n')}\n`);
    if (presented.status !== 'found') context.setExit(EXIT.failed);
  } finally {
    await stores.close();
  }
}
