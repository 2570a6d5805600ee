import { presentTurn } from '@quarry/application/turns';
import { suggestion } from '@quarry/pipeline';
import { confidenceOf, Fault, type Turn } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import type { Root } from '../places';
import { printable, printableJson } from '../printable';
import { renderTurn } from '../render';
import { adviceFor } from '../report-fault';
import { renderSideBySide, type Answered } from '../side-by-side';
import type { Terminal } from '../terminal';
import type { AnsweredTurn, AskRequest, Served } from './ask-turn';

/** Asks one pipeline and prints its answer. */
export async function askServed(served: Served, request: AskRequest, terminal: Terminal): Promise<Turn> {
  const answered = await served.ask(request);
  if (request.json === true) terminal.out(`${printableJson(present(answered), 2)}\n`);
  else print(answered, await served.rootOf(answered.turn), terminal, request.quiet === true);
  return answered.turn;
}

/** Asks several pipelines the same question, one after the other. Prints each answer, then all side by side. */
export async function askEach(
  served: Served,
  request: AskRequest,
  names: readonly string[],
  terminal: Terminal,
): Promise<readonly Turn[]> {
  checkNames(names, served);
  const { bold } = terminal.onErr;
  const answers: (Answered & { readonly answered: AnsweredTurn })[] = [];
  for (const [at, pipeline] of names.entries()) {
    if (terminal.interrupted) break;
    if (request.quiet !== true && request.json !== true)
      terminal.err(`\n${bold(`${pipeline} (${at + 1} of ${names.length})`)}\n`);
    // Each pipeline has its own session, so that none reads the answers of another.
    const session = request.session === undefined ? {} : { session: `${request.session}.${pipeline}` };
    const answered = await served.ask({ ...request, ...session, pipeline });
    const { turn, events } = answered;
    const seconds = ((events.at(-1)?.at ?? turn.askedAt) - turn.askedAt) / 1000;
    answers.push({ pipeline, turn, seconds, answered });
  }
  if (request.json === true) {
    const all = answers.map(({ answered, seconds }) => ({ ...present(answered), seconds }));
    terminal.out(`${printableJson(all, 2)}\n`);
    return answers.map(({ turn }) => turn);
  }
  for (const { pipeline, answered } of answers) {
    terminal.out(`\n${terminal.onOut.bold(`── ${printable(pipeline)} ──`)}\n`);
    print(answered, await served.rootOf(answered.turn), terminal, false);
  }
  terminal.out(`\n${renderSideBySide(answers, terminal.onOut)}`);
  return answers.map(({ turn }) => turn);
}

/** Comma-separated names, without duplicates. */
export function namesOf(option: string): readonly string[] {
  const names = option.split(',').map((name) => name.trim());
  return [...new Set(names.length > 1 ? names.filter((name) => name !== '') : names)];
}

/** Runs before the first question: a misspelt third name must not show up after two answers. */
function checkNames(names: readonly string[], { pipelines }: Served): void {
  const known = pipelines.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Fault('pipeline_unknown', `There is no pipeline '${unknown}'${suggestion(unknown, known)}`);
}

function present({ turn, response }: AnsweredTurn): object {
  return response ?? presentTurn({ turn, v: 0, at: '', status: 'ended' });
}

function print({ turn, unkept }: AnsweredTurn, root: Root, terminal: Terminal, bare: boolean): void {
  const kept = unkept === true ? '' : `quarry turns show ${turn.id}\n`;
  if (turn.end?.outcome === 'failed') {
    const { code, reason } = turn.end;
    terminal.err(
      `\n${terminal.onErr.red('error')} ${code ?? 'internal'}: ${printable(reason)}\n${adviceFor(code)}`,
    );
    if (kept !== '') terminal.err(`      The turn is kept: ${kept}`);
  } else if (turn.end?.outcome === 'cancelled') {
    terminal.err(`stopped: the turn was cancelled${kept === '' ? '.\n' : ` and is kept: ${kept}`}`);
  } else {
    terminal.out(`${bare ? '' : '\n'}${renderTurn(turn, terminal.onOut, root)}`);
  }
}

/** The exit code of a command that asked these turns. The best outcome counts: one answer is enough. */
export function exitCodeOf(turns: readonly Turn[]): number {
  const codes = turns.map(endOf);
  const order: readonly number[] = [EXIT.ok, EXIT.insufficient, EXIT.failed];
  return order.find((code) => codes.includes(code)) ?? codes[0] ?? EXIT.failed;
}

function endOf(turn: Turn): number {
  switch (turn.end?.outcome) {
    case 'insufficient':
      return EXIT.insufficient;
    case 'partial':
      return confidenceOf(turn)?.level === 'low' ? EXIT.insufficient : EXIT.ok;
    case 'failed':
      return EXIT.failed;
    case 'cancelled':
      return EXIT.interrupted;
    default:
      return EXIT.ok;
  }
}
