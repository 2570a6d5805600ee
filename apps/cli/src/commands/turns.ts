import type { Command } from 'commander';
import { presentTurn } from '@quarry/gateway';
import { readWorkspace } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { findDataDir } from '../data-dir';
import { withData, withJson } from '../options';
import { renderEvent, renderTurn } from '../render';
import type { CommandContext } from '../terminal';
import { TurnArchive } from '../turn-archive';

interface TurnsOptions {
  readonly data?: string;
  readonly json?: boolean;
}

export function addTurns(program: Command, { terminal }: CommandContext): void {
  const group = program.command('turns').description('Look at turns that were asked with `quarry ask`.');

  withJson(withData(group.command('list').description('Turns of this data folder, newest first.'))).action(
    async (options: TurnsOptions) => {
      const archive = new TurnArchive(findDataDir(options.data));
      const turns = [];
      for (const id of await archive.ids()) {
        const archived = await archive.load(id);
        if (archived) turns.push(archived.turn);
      }
      if (options.json === true)
        terminal.out(
          `${JSON.stringify(
            turns.map(({ id, session, question, end }) => ({
              id,
              session,
              question: question.original,
              outcome: end?.outcome,
            })),
            null,
            2,
          )}\n`,
        );
      else
        for (const { id, question, end } of turns)
          terminal.out(`${id}  ${(end?.outcome ?? '').padEnd(12)} ${question.original}\n`);
    },
  );

  withJson(
    withData(
      group
        .command('show')
        .description('One turn: its whole log, then the answer. `last` is the newest.')
        .argument('<id>', 'id of the turn, or `last`'),
    ),
  ).action(async (id: string, options: TurnsOptions) => {
    const dataDir = findDataDir(options.data);
    const archive = new TurnArchive(dataDir);
    const wanted = id === 'last' ? ((await archive.ids())[0] ?? id) : id;
    const archived = await archive.load(wanted);
    if (!archived)
      throw new Fault(
        'turn_unknown',
        `There is no turn '${id}' in ${dataDir}. \`quarry turns list\` shows what is there.`,
      );
    const { turn, events } = archived;
    if (options.json === true) {
      terminal.out(
        `${JSON.stringify({ ...presentTurn({ turn, v: 0, at: '', status: 'ended' }), events }, null, 2)}\n`,
      );
      return;
    }
    for (const event of events) {
      const line = renderEvent(event, terminal);
      if (line !== null) terminal.out(`${line}\n`);
    }
    const workspace = await readWorkspace(dataDir);
    terminal.out(`\n${renderTurn(turn, terminal, workspace?.root ?? null)}`);
  });
}
