import { Option, type Command } from 'commander';
import { PASSAGE_STATES, type PassageState } from '@quarry/application/revisions';
import { findDataDir } from '@quarry/platform';
import { withTurns, type KeptTurns } from '../kept-turns';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderStale, type StaleTurn } from '../render-stale';
import type { CommandContext } from '../terminal';
import { filterOf, withTurnFilter, type TurnFilterOptions } from '../turn-filter';

interface StaleOptions extends TurnFilterOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly state?: PassageState;
}

/** `quarry turns stale`: which kept answers cite lines that have changed since. */
export function addTurnsStale(group: Command, { terminal }: CommandContext): void {
  const command = group
    .command('stale')
    .summary('list answers whose cited lines have changed')
    .description(
      'List kept answers whose cited lines are no longer as they were, in the snapshot that questions use now: moved (the same ' +
        'lines stand elsewhere), changed, or gone. Without --state, fresh answers are only counted.',
    )
    .addOption(
      new Option(
        '--state <state>',
        'only answers in this state, which is that of their worst citation',
      ).choices(PASSAGE_STATES),
    );
  withExamples(withJson(withData(withTurnFilter(command, 1_000))), [
    ['quarry turns stale', ''],
    ['quarry turns stale --state gone', 'whose lines are nowhere'],
    ["quarry turns stale --json | jq -r '.[] | [.id, .state] | @tsv'", ''],
  ]).action(async (options: StaleOptions) => {
    const turns = await withTurns(
      findDataDir(options.data),
      (kept) => staleTurns(kept, options),
      () => [],
    );
    const shown = turns.filter(({ state }) =>
      options.state === undefined ? state !== 'fresh' : state === options.state,
    );
    if (options.json === true) terminal.out(`${printableJson(shown, 2)}\n`);
    else {
      terminal.out(renderStale(shown, terminal.onOut));
      const fresh = turns.filter(({ state }) => state === 'fresh').length;
      terminal.note(`${turns.length} answers that cite files; ${fresh} of them are fresh.`);
    }
  });
}

async function staleTurns(kept: KeptTurns, options: StaleOptions): Promise<readonly StaleTurn[]> {
  const found: StaleTurn[] = [];
  for (const { id } of await kept.list(filterOf(options), options.limit)) {
    const one = await kept.find(id);
    if (!one || 'row' in one) continue;
    const staleness = await kept.staleness(one.turn);
    if (staleness.state !== null) found.push({ id, question: one.turn.question.original, ...staleness });
  }
  return found;
}
