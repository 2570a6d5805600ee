import type { Command } from 'commander';
import { LOCAL_TENANT, presentTurn, statisticsOf, type PipelineStatistics } from '@quarry/gateway';
import { findDataDir, openStores, readConfig, readWorkspace } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { LiveView } from '../live-view';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderRow, renderTurn } from '../render';
import { renderStatistics } from '../render-statistics';
import { findServedTurn, type StoredRow } from '../served-turn';
import { fit, type CommandContext, type Terminal } from '../terminal';
import { TurnArchive, type ArchivedTurn } from '../turn-archive';

interface TurnsOptions {
  readonly data?: string;
  readonly json?: boolean;
}

export function addTurns(program: Command, { terminal }: CommandContext): void {
  const group = program
    .command('turns')
    .summary('look at past questions and their logs')
    .description(
      "Look at turns (questions on their way) that were asked with 'quarry ask'. The last 200 are kept.",
    );
  withExamples(group, [
    ['quarry turns list', 'newest first'],
    ['quarry turns show last', 'log and answer of the newest'],
    ['quarry turns show last --json', 'with all evidence and events'],
    ['quarry turns stats', 'passes, tokens and what was found, by pipeline'],
  ]);

  const list = group.command('list').description('List the turns of this data folder, newest first.');
  withExamples(withJson(withData(list)), [
    ['quarry turns list', ''],
    ['quarry turns list --json | jq -r \'.[] | select(.outcome == "failed").id\'', ''],
  ]).action(async (options: TurnsOptions) => {
    printList(await new TurnArchive(findDataDir(options.data)).all(), options.json === true, terminal);
  });

  const show = group
    .command('show')
    .description(
      "Show one turn: its whole log, then the answer. Of a turn that 'quarry serve' answered: the log while Redis keeps it, later " +
        'question, answer and sources.',
    )
    .argument('<id>', "id of the turn, or 'last' for the newest");
  withExamples(withJson(withData(show)), [
    ['quarry turns show last', ''],
    ["quarry turns show last --json | jq '.searches'", ''],
  ]).action(async (id: string, options: TurnsOptions) => {
    const dataDir = findDataDir(options.data);
    const archive = new TurnArchive(dataDir);
    const archived =
      id === 'last'
        ? (await archive.all())[0]
        : ((await archive.load(id)) ?? (await findServedTurn(id, dataDir)));
    if (!archived)
      throw new Fault(
        'turn_unknown',
        `There is no ${id === 'last' ? 'turn' : `turn '${id.slice(0, 64)}'`} in ${dataDir}. 'quarry turns list' shows what is there; --data names another folder.`,
      );
    const root = (await readWorkspace(dataDir))?.root ?? null;
    if ('row' in archived) printRow(archived.row, options.json === true, root, terminal);
    else printTurn(archived, options.json === true, root, terminal);
  });
  addStats(group, terminal);
}

function addStats(group: Command, terminal: Terminal): void {
  const stats = group
    .command('stats')
    .description(
      'Show how the turns that history keeps went, by pipeline: outcomes, passes, what was asked for and found, tokens and time.',
    );
  withExamples(withJson(withData(stats)), [
    ['quarry turns stats', ''],
    ["quarry turns stats --json | jq '.[].gapResolutionRate'", ''],
  ]).action(async (options: TurnsOptions) => {
    const dataDir = findDataDir(options.data);
    // Without a data folder there is no history, and none is begun.
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

function printList(archived: readonly ArchivedTurn[], json: boolean, terminal: Terminal): void {
  if (json) {
    const rows = archived.map(({ turn: { id, session, question, askedAt, end } }) => ({
      id,
      session,
      askedAt: new Date(askedAt).toISOString(),
      question: question.original,
      outcome: end?.outcome ?? null,
    }));
    terminal.out(`${printableJson(rows, 2)}\n`);
    return;
  }
  if (archived.length === 0) terminal.note('no turns yet. Ask something: quarry ask "…"');
  const width = process.stdout.isTTY ? process.stdout.columns || 80 : null;
  for (const { turn } of archived) {
    const asked = new Date(turn.askedAt).toISOString().slice(0, 16).replace('T', ' ');
    const outcome = (turn.end?.outcome ?? '').padEnd(12);
    const question = turn.question.original.replace(/\s+/g, ' ');
    terminal.out(`${fit(`${turn.id}  ${asked}  ${outcome}  ${question}`, width)}\n`);
  }
}

function printTurn(
  { turn, events }: ArchivedTurn,
  json: boolean,
  root: string | null,
  terminal: Terminal,
): void {
  if (json) {
    const shown = presentTurn({ turn, v: 0, at: '', status: 'ended' });
    terminal.out(`${printableJson({ ...shown, events }, 2)}\n`);
    return;
  }
  const view = new LiveView(terminal.onOut, process.stdout.isTTY ? process.stdout.columns || 80 : null);
  for (const event of events) {
    const line = view.render(event);
    if (line !== null) terminal.out(`${line}\n`);
  }
  terminal.out(`\n${renderTurn(turn, terminal.onOut, root)}`);
}

/** What history keeps of a turn; its log was the server's. */
function printRow(row: StoredRow, json: boolean, root: string | null, terminal: Terminal): void {
  if (json) {
    terminal.out(`${printableJson(presentTurn(row), 2)}\n`);
    return;
  }
  terminal.note(
    "this turn was answered by 'quarry serve': its log is no longer kept, only what history holds.",
  );
  terminal.out(renderRow(row, terminal.onOut, root));
}
