import type { Command } from 'commander';
import { LOCAL_TENANT } from '@quarry/application/access';
import { findDataDir } from '@quarry/platform';
import type { GoldenOptions } from '../golden/golden-options';
import { withGolden } from '../golden/golden-stores';
import { withTurns } from '../kept-turns';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderStale, type StaleTurn } from '../render-stale';
import type { Terminal } from '../terminal';

/** `quarry golden stale`: which questions of a set were taken from answers whose cited lines have changed since. */
export function addGoldenStale(group: Command, terminal: Terminal): void {
  const command = group
    .command('stale')
    .summary('list questions with changed places')
    .description(
      'List the questions of a set whose cited lines are no longer as they were when the question was taken from its turn, as ' +
        "'quarry turns stale' does for answers. Questions that were written by hand have no lines to compare.",
    )
    .argument('<set>', 'name of the set');
  withExamples(withJson(withData(command)), [
    ['quarry golden stale billing', ''],
    ["quarry golden stale billing --json | jq -r '.[] | [.id, .state] | @tsv'", ''],
  ]).action(async (name: string, options: GoldenOptions) => {
    const { questions } = await withGolden(options.data, ({ sets }) => sets.read(LOCAL_TENANT, name));
    const compared = await withTurns(
      findDataDir(options.data),
      async (kept) => {
        const found: StaleTurn[] = [];
        for (const { id, text, fromTurn } of questions) {
          const turn = fromTurn === null ? null : await kept.find(fromTurn);
          if (!turn || 'row' in turn) continue;
          const staleness = await kept.staleness(turn.turn);
          if (staleness.state !== null) found.push({ id, question: text, ...staleness });
        }
        return found;
      },
      () => [],
    );
    const stale = compared.filter(({ state }) => state !== 'fresh');
    if (options.json === true) terminal.out(`${printableJson(stale, 2)}\n`);
    else {
      terminal.out(renderStale(stale, terminal.onOut));
      terminal.note(
        `${questions.length} questions; ${compared.length} of them have lines to compare, and ${compared.length - stale.length} of these are fresh.`,
      );
    }
  });
}
