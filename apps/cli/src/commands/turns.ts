import type { ListedTurnDto } from '@quarry/client';
import type { Command } from 'commander';
import { LOCAL_TENANT } from '@quarry/application/access';
import { statisticsOf, type PipelineStatistics } from '@quarry/application/operations';
import {
  presentEnded,
  presentTimes,
  presentTrace,
  presentTurn,
  traceOf,
  type ListedTurn,
} from '@quarry/application/turns';
import { findDataDir, openStores, readConfig, readWorkspace } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { noSuchTurn, withTurns, type KeptTurn, type StoredRow } from '../kept-turns';
import { LiveView } from '../live-view';
import { withData, withExamples, withJson } from '../options';
import type { Root } from '../places';
import { printableJson } from '../printable';
import { renderRow, renderTurn } from '../render';
import { renderStatistics } from '../render-statistics';
import { renderTrace } from '../render-trace';
import { fit, type CommandContext, type Terminal } from '../terminal';
import { withServer } from '../server/server';
import { turnAtServer, turnsAtServer } from '../server/turns-at-server';
import {
  filterOf,
  statesOf,
  withStaleness,
  withTurnFilter,
  type StalenessChoice,
  type TurnFilterOptions,
} from '../turn-filter';
import { addTurnsCompare } from './turns-compare';
import { addTurnsExport } from './turns-export';
import { addTurnsReplay } from './turns-replay';
import { addTurnsStale } from './turns-stale';

/** Options of `list`. */
interface ListOptions extends TurnsOptions, TurnFilterOptions {
  readonly staleness?: StalenessChoice;
}

interface TurnsOptions {
  readonly server?: string;
  readonly data?: string;
  readonly json?: boolean;
}

interface ShowOptions extends TurnsOptions {
  readonly trace?: boolean;
  readonly prompts?: boolean;
}

type WholeTurn = Exclude<KeptTurn, { readonly row: StoredRow }>;

export function addTurns(group: Command, context: CommandContext): void {
  const { terminal } = context;
  group.description(
    "Inspect the turns of this data folder: questions asked with 'quarry ask' or through 'quarry serve'. They are kept for " +
      '30 days (QUARRY_TURN_RETENTION_DAYS).',
  );
  withExamples(group, [
    ['quarry turns list', 'newest first'],
    ['quarry turns show last', 'log and answer of the newest'],
    ['quarry turns show last --trace', 'what each service did, and for how long'],
    ['quarry turns compare ID last', 'two of them side by side'],
    ['quarry turns replay last', 'run it again from its record'],
    ['quarry turns stale', 'whose cited lines have changed'],
    ['quarry turns stats', 'passes, tokens and what was found, by pipeline'],
  ]);
  addList(group, terminal);
  addShow(group, terminal);
  addTurnsCompare(group, context);
  addTurnsExport(group, context);
  addTurnsReplay(group, context);
  addTurnsStale(group, context);
  addStats(group, terminal);
}

function addList(group: Command, terminal: Terminal): void {
  const list = group.command('list').description('List the turns of this data folder, newest first.');
  withExamples(withJson(withServer(withData(withStaleness(withTurnFilter(list, 200))))), [
    ['quarry turns list', ''],
    ['quarry turns list --server https://quarry.example', ''],
    ['quarry turns list --search "invoice cancel" --since 2026-11-01', ''],
    ['quarry turns list --staleness stale', 'whose cited lines have changed'],
    ["quarry turns list --json --outcome failed | jq -r '.[].id'", ''],
  ]).action(async (options: ListOptions) => {
    const { server, json = false } = options;
    if (server !== undefined) {
      printList(await turnsAtServer(server, options), json, terminal);
      return;
    }
    const turns = await withTurns(
      findDataDir(options.data),
      (kept) => kept.list({ ...filterOf(options), ...statesOf(options) }, options.limit),
      () => [],
    );
    printList(turns.map(asListed), json, terminal);
  });
}

function addShow(group: Command, terminal: Terminal): void {
  const show = group
    .command('show')
    .description(
      'Show one turn: its log, then the answer. With --trace: how long it waited for each service, and what happened there. Of a turn ' +
        'that is no longer in the archive: question, answer and sources.',
    )
    .argument('<id>', "turn id, or 'last' for the newest")
    .option('--trace', 'the path through the services: waits, steps, model calls')
    .option('--prompts', 'with --trace: the prompt and the reply of each model call');
  withExamples(withJson(withServer(withData(show))), [
    ['quarry turns show last', ''],
    ['quarry turns show last --trace --prompts', ''],
    ["quarry turns show last --json | jq '.searches'", ''],
  ]).action(async (id: string, options: ShowOptions) => {
    if (options.server !== undefined) {
      await showAtServer(options.server, id, options, terminal);
      return;
    }
    const dataDir = findDataDir(options.data);
    const missing = (): never => {
      throw noSuchTurn(id, dataDir);
    };
    await withTurns(
      dataDir,
      async (kept, rootOf) => {
        const found = (await kept.find(id)) ?? missing();
        if ('row' in found) printRow(found.row, options.json === true, await rootOf(null), terminal);
        else if (options.trace === true || options.prompts === true) printTrace(found, options, terminal);
        else printTurn(found, options.json === true, await rootOf(found.turn), terminal);
      },
      missing,
    );
  });
}

function addStats(group: Command, terminal: Terminal): void {
  const stats = group
    .command('stats')
    .description(
      'Show statistics of the turns in the history, by pipeline: outcomes, passes, what was requested and found, tokens and time.',
    );
  withExamples(withJson(withData(stats)), [
    ['quarry turns stats', ''],
    ["quarry turns stats --json | jq '.[].gapResolutionRate'", ''],
  ]).action(async (options: TurnsOptions) => {
    const dataDir = findDataDir(options.data);
    // Without a data folder there is no history, and none is created.
    const found = (await readWorkspace(dataDir)) ? await statisticsIn(dataDir) : [];
    if (options.json === true) terminal.out(`${printableJson(found, 2)}\n`);
    else if (found.length === 0) terminal.note('no turns yet. Ask something: quarry ask "…"');
    else terminal.out(renderStatistics(found));
  });
}

async function statisticsIn(dataDir: string): Promise<readonly PipelineStatistics[]> {
  const stores = await openStores(readConfig({ dataDir, embedderUrl: 'none' }));
  try {
    return statisticsOf(await stores.historyStore.records(LOCAL_TENANT));
  } finally {
    await stores.close();
  }
}

/** A listed turn, with times in the format of the API. */
type ApiListed = Pick<ListedTurnDto, 'id' | 'askedAt' | 'outcome' | 'staleness' | 'question'>;

function asListed({ askedAt, endedAt, ...turn }: ListedTurn): ApiListed {
  return {
    ...turn,
    ...presentTimes(askedAt, endedAt),
  };
}

function printList(turns: readonly ApiListed[], json: boolean, terminal: Terminal): void {
  if (json) {
    const rows = turns.map(({ question, ...turn }) => ({ ...turn, question: question.original }));
    terminal.out(`${printableJson(rows, 2)}\n`);
    return;
  }
  if (turns.length === 0) terminal.note('no turns. Ask something: quarry ask "…"');
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : null;
  for (const turn of turns) {
    const asked = turn.askedAt.slice(0, 16).replace('T', ' ');
    const outcome = (turn.outcome ?? 'running').padEnd(12);
    const stale = turn.staleness === null || turn.staleness === 'fresh' ? '' : `[${turn.staleness}] `;
    const question = `${stale}${turn.question.original.replace(/\s+/g, ' ')}`;
    terminal.out(`${fit(`${turn.id}  ${asked}  ${outcome}  ${question}`, width)}\n`);
  }
}

function printTrace({ turn, events, prompts }: WholeTurn, options: ShowOptions, terminal: Terminal): void {
  const trace = traceOf(turn, events, prompts);
  if (options.json === true)
    terminal.out(`${printableJson(presentTrace(trace, options.prompts === true), 2)}\n`);
  else terminal.out(renderTrace(trace, terminal.onOut, options.prompts === true));
}

async function showAtServer(
  server: string,
  id: string,
  { json = false, trace = false, prompts = false }: ShowOptions,
  terminal: Terminal,
): Promise<void> {
  if (trace || prompts)
    throw new Fault(
      'bad_request',
      '--trace and --prompts do not work with --server. Use the API: GET /v1/turns/ID/trace.',
    );
  const { turn, events, response } = await turnAtServer(server, id);
  if (json) terminal.out(`${printableJson({ ...response, events }, 2)}\n`);
  else printTurn({ turn, events }, false, null, terminal);
}

function printTurn(
  { turn, events }: Pick<WholeTurn, 'turn' | 'events'>,
  json: boolean,
  root: Root,
  terminal: Terminal,
): void {
  if (json) {
    terminal.out(`${printableJson({ ...presentEnded({ turn, events }), events }, 2)}\n`);
    return;
  }
  const view = new LiveView(terminal.onOut, process.stdout.isTTY ? process.stdout.columns || 80 : null);
  for (const event of events) {
    const line = view.render(event);
    if (line !== null) terminal.out(`${line}\n`);
  }
  terminal.out(`\n${renderTurn(turn, terminal.onOut, root)}`);
}

/** Prints what the history keeps of a turn. */
function printRow(row: StoredRow, json: boolean, root: Root, terminal: Terminal): void {
  if (json) {
    terminal.out(`${printableJson(presentTurn(row), 2)}\n`);
    return;
  }
  terminal.note(
    'this turn is no longer in the archive (QUARRY_TURN_RETENTION_DAYS): only question, answer and sources are left.',
  );
  terminal.out(renderRow(row, terminal.onOut, root));
}
