import type { Command } from 'commander';
import { LOCAL_TENANT } from '@quarry/application/access';
import { askedTurn, presentSet, presentSetSummary } from '@quarry/application/golden-sets';
import type { GoldenSetDto, Immutable } from '@quarry/client';
import { Fault, defined } from '@quarry/turn';
import { checkName, type GoldenOptions } from '../golden/golden-options';
import { withGolden } from '../golden/golden-stores';
import { renderSet } from '../golden/render-golden';
import { noSuchTurn, withTurns } from '../kept-turns';
import { collect, withData, withExamples, withJson } from '../options';
import { printable, printableJson } from '../printable';
import type { CommandContext, Terminal } from '../terminal';
import { addGoldenFiles } from './golden-files';
import { addGoldenRuns } from './golden-runs';
import { addGoldenStale } from './golden-stale';

interface AddOptions extends GoldenOptions {
  readonly turn?: string;
  readonly text?: string;
  readonly answer?: readonly string[];
  readonly gold?: readonly string[];
  readonly unanswerable?: boolean;
  readonly note?: string;
}

export function addGolden(group: Command, context: CommandContext): void {
  const { terminal } = context;
  group.description(
    'Manage golden sets: questions with known answers. Add the question of a turn, run a set with pipelines, and compare two ' +
      "pipelines, or two versions of one. 'quarry serve' offers the same over HTTP: see docs/golden-sets.md.",
  );
  withExamples(group, [
    ['quarry golden create billing', ''],
    ['quarry golden add billing --turn last', 'the newest turn'],
    ['quarry golden run billing --pipelines code,cgrag', ''],
    ['quarry golden stale billing', 'whose expected lines have changed'],
  ]);

  const list = group
    .command('list')
    .summary('list the golden sets')
    .description('List the golden sets of this data folder.');
  withExamples(withJson(withData(list)), [['quarry golden list', '']]).action((options: GoldenOptions) =>
    withGolden(options.data, async ({ sets }) => {
      const found = (await sets.list(LOCAL_TENANT)).map(presentSetSummary);
      if (options.json === true) terminal.out(`${printableJson(found, 2)}\n`);
      else if (found.length === 0) terminal.note('no golden sets yet. Create one: quarry golden create NAME');
      else
        for (const { name, size, description } of found)
          terminal.out(
            `${name}  ${size} questions  ${printable(description).replace(/\s+/g, ' ')}`.trimEnd() + '\n',
          );
    }),
  );

  const show = group
    .command('show')
    .summary('show a set with its questions')
    .description('Show a golden set with its questions.')
    .argument('<set>', 'name of the set');
  withExamples(withJson(withData(show)), [['quarry golden show billing', '']]).action(
    (name: string, options: GoldenOptions) =>
      withGolden(options.data, async ({ sets }) => {
        print(presentSet(await sets.read(LOCAL_TENANT, name)), options, terminal);
      }),
  );

  const create = group
    .command('create')
    .summary('create a golden set')
    .description('Create a golden set. If it already exists, nothing changes.')
    .argument('<set>', 'name: letters, digits, . _ -')
    .option('--description <text>', 'what the set is about', '');
  withExamples(withJson(withData(create)), [['quarry golden create billing', '']]).action(
    (name: string, options: GoldenOptions & { readonly description: string }) =>
      withGolden(options.data, async ({ sets }) => {
        const { set } = await sets.create(LOCAL_TENANT, checkName(name), options.description);
        print(presentSet(set), options, terminal);
      }),
  );
  addAdd(group, terminal);
  addGoldenRuns(group, context);
  addGoldenFiles(group, terminal);
  addGoldenStale(group, terminal);
}

function addAdd(group: Command, terminal: Terminal): void {
  const add = group
    .command('add')
    .summary('add a question to a set')
    .description(
      'Add a question to a golden set. A turn provides the question, the places that it cited and its answer; the other options override them.',
    )
    .argument('<set>', 'name of the set')
    .option('--turn <id>', "turn id, or 'last' for the newest")
    .option('--text <question>', 'a question without a turn')
    .option('--answer <text>', 'accepted answer (repeatable)', collect)
    .option('--gold <place>', 'PATH or PATH:FIRST-LAST that answers it (repeatable)', collect)
    .option('--unanswerable', 'the index does not contain an answer')
    .option('--note <text>', 'comment on the question');
  withExamples(withJson(withData(add)), [
    ['quarry golden add billing --turn last', ''],
    ['quarry golden add billing --turn last --answer "By the accountant."', ''],
    ['quarry golden add billing --text "Who cancels?" --gold db/Stock.sql:12-31', ''],
  ]).action((name: string, options: AddOptions) =>
    withGolden(options.data, async ({ sets, dataDir }) => {
      const { turn: id, text, answer: answers, gold, unanswerable, note } = options;
      if ((id === undefined) === (text === undefined))
        throw new Fault('bad_request', 'Name either --turn ID or --text QUESTION.');
      const corrections = {
        ...defined({ answers }),
        ...(gold === undefined ? {} : { gold: gold.map(placeOf) }),
        ...defined({ unanswerable, note }),
      };
      const { set, created } =
        text === undefined
          ? await sets.addTurn(LOCAL_TENANT, name, {
              turn: askedTurn(await findTurn(id ?? '', dataDir)),
              corrections,
            })
          : await sets.add(LOCAL_TENANT, name, { ...corrections, text });
      if (!created) terminal.note('the set already contains this question.');
      print(presentSet(set), options, terminal);
    }),
  );
}

/** A turn of the data folder, asked by any client. */
async function findTurn(id: string, dataDir: string): Promise<Parameters<typeof askedTurn>[0]> {
  const found = await withTurns(
    dataDir,
    (turns) => turns.find(id),
    () => null,
  );
  if (!found) throw noSuchTurn(id, dataDir);
  return 'row' in found ? found.row : found;
}

function placeOf(place: string): { path: string; lines: readonly [number, number] | null; grade: number } {
  const lines = /^(.+):(\d{1,9})-(\d{1,9})$/.exec(place);
  if (!lines) return { path: place, lines: null, grade: 1 };
  return { path: lines[1] ?? '', lines: [Number(lines[2]), Number(lines[3])], grade: 1 };
}

function print(set: Immutable<GoldenSetDto>, { json }: GoldenOptions, terminal: Terminal): void {
  terminal.out(json === true ? `${printableJson(set, 2)}\n` : renderSet(set));
}
