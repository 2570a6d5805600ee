import type { Command } from 'commander';
import { presentEnded } from '@quarry/application/turns';
import { findDataDir } from '@quarry/platform';
import { Fault, type Turn } from '@quarry/turn';
import type { ArchivedTurn } from '@quarry/turn-archive';
import { noSuchTurn, withTurns, type KeptTurns } from '../kept-turns';
import { withData, withExamples, withJson } from '../options';
import type { Palette } from '../palette';
import { printable, printableJson, printableName } from '../printable';
import { renderSideBySide, type Answered } from '../side-by-side';
import type { CommandContext, Terminal } from '../terminal';

interface CompareOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** `quarry turns compare`: compares the measures of two turns, and lists the places that only one of them cites. */
export function addTurnsCompare(group: Command, { terminal }: CommandContext): void {
  const compare = group
    .command('compare')
    .description('Compare two turns side by side, and list the places that only one of them cites.')
    .argument('<a>', "turn id, or 'last' for the newest")
    .argument('<b>', 'id of the other turn');
  withExamples(withJson(withData(compare)), [
    ['quarry turns compare t0mg2x last', ''],
    ["quarry turns compare t0mg2x last --json | jq '.[].answer.text'", ''],
  ]).action(async (a: string, b: string, { data, json }: CompareOptions) => {
    const dataDir = findDataDir(data);
    const turns = await withTurns(
      dataDir,
      async (kept) => [await answered(kept, a, dataDir), await answered(kept, b, dataDir)] as const,
      () => {
        throw noSuchTurn(a, dataDir);
      },
    );
    if (json === true) {
      const all = turns.map(({ ended, seconds }) => ({ ...presentEnded(ended), seconds }));
      terminal.out(`${printableJson(all, 2)}\n`);
    } else print(turns, terminal);
  });
}

interface Ended extends Answered {
  readonly ended: ArchivedTurn;
}

async function answered(kept: KeptTurns, id: string, dataDir: string): Promise<Ended> {
  const found = await kept.find(id);
  if (!found) throw noSuchTurn(id, dataDir);
  if ('row' in found)
    throw new Fault(
      'turn_unknown',
      `Only the question and answer of turn '${found.row.turnId}' are still kept.`,
    );
  const { turn, events } = found;
  const seconds = ((events.at(-1)?.at ?? turn.askedAt) - turn.askedAt) / 1_000;
  return { pipeline: turn.pipeline, turn, ended: found, seconds };
}

function print(turns: readonly [Answered, Answered], terminal: Terminal): void {
  const { bold } = terminal.onOut;
  const [a, b] = turns;
  for (const { turn } of turns)
    terminal.out(`${bold(turn.id)} ${printable(turn.question.original).replace(/\s+/g, ' ')}\n`);
  terminal.out(`\n${renderSideBySide(turns, terminal.onOut)}\n`);
  terminal.out(places(`only ${a.turn.id} cites`, citedOnly(a.turn, b.turn), terminal.onOut));
  terminal.out(places(`only ${b.turn.id} cites`, citedOnly(b.turn, a.turn), terminal.onOut));
}

/** Places that one answer cites and the other does not. */
function citedOnly(one: Turn, other: Turn): readonly string[] {
  const cited = ({ answer }: Turn): readonly string[] =>
    (answer?.citations ?? []).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  const known = new Set(cited(other));
  return [...new Set(cited(one))].filter((place) => !known.has(place));
}

function places(head: string, found: readonly string[], { bold, dim }: Palette): string {
  const lines = found.length === 0 ? [dim('nothing')] : found.map(printableName);
  return `${bold(head)}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
