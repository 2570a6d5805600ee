import { Option, type Command } from 'commander';
import { findDataDir } from '@quarry/platform';
import { PASSAGE_STATES, STALE, type PassageState } from '@quarry/turn';
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
    const shown = turns.flatMap(({ stale }) => stale ?? []);
    if (options.json === true) terminal.out(`${printableJson(shown, 2)}\n`);
    else {
      terminal.out(renderStale(shown, terminal.onOut));
      const fresh = turns.filter(({ state }) => state === 'fresh').length;
      terminal.note(`${turns.length} answers that cite files; ${fresh} of them are fresh.`);
    }
  });
}

interface Marked {
  readonly state: PassageState | null;
  /** Set if the answer is shown. */
  readonly stale: StaleTurn | null;
}

/** Answers that cite files, by their marks; the lines of those that are shown are compared again. */
async function staleTurns(kept: KeptTurns, options: StaleOptions): Promise<readonly Marked[]> {
  const filter = { ...filterOf(options), staleness: PASSAGE_STATES };
  const shown: readonly PassageState[] = options.state === undefined ? STALE : [options.state];
  const found: Marked[] = [];
  for (const { id, staleness: state } of await kept.list(filter, options.limit)) {
    const one = state !== null && shown.includes(state) ? await kept.find(id) : null;
    const turn = one && !('row' in one) ? one.turn : null;
    const stale = turn && { id, question: turn.question.original, ...(await kept.staleness(turn)) };
    found.push({ state, stale });
  }
  return found;
}
