import type { Command } from 'commander';
import { Fault } from '@quarry/turn';

/** Benchmarks of Quarry itself, formerly subcommands. They are npm scripts of the repository now. */
const MOVED = ['retrievers', 'hop', 'stream'] as const;

/** Adds a hidden command for each moved benchmark, so that an old call reports where it went. */
export function addMovedBenchmarks(group: Command): void {
  for (const name of MOVED)
    group
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .action(() => {
        throw new Fault(
          'bad_request',
          `quarry bench ${name} is now npm run bench:${name} in a clone of Quarry (benchmarks/${name}/README.md).`,
        );
      });
}
