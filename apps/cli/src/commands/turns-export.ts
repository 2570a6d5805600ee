import type { Command } from 'commander';
import { findDataDir } from '@quarry/platform';
import { withTurns } from '../kept-turns';
import { withData, withExamples } from '../options';
import type { CommandContext } from '../terminal';
import { filterOf, withTurnFilter, type TurnFilterOptions } from '../turn-filter';

/** `quarry turns export`: complete turns as JSON lines, for other programs. */
export function addTurnsExport(group: Command, { terminal }: CommandContext): void {
  const command = group
    .command('export')
    .description(
      'Write complete turns to stdout as JSON lines, newest first: {turn, events, prompts}. Running turns are left out.',
    );
  withExamples(withData(withTurnFilter(command, 1_000)), [
    ['quarry turns export > turns.jsonl', ''],
    ["quarry turns export --outcome failed | jq -r '.turn.end.reason'", ''],
  ]).action(async (options: TurnFilterOptions & { readonly data?: string }) => {
    const written = await withTurns(
      findDataDir(options.data),
      async (kept) => {
        let count = 0;
        for (const { id, outcome } of await kept.list(filterOf(options), options.limit)) {
          const found = outcome === null || terminal.interrupted ? null : await kept.find(id);
          if (!found || 'row' in found) continue;
          terminal.out(`${JSON.stringify(found)}\n`);
          count++;
        }
        return count;
      },
      () => 0,
    );
    terminal.note(`${written} turns`);
  });
}
