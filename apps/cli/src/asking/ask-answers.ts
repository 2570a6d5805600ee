import { presentEnded } from '@quarry/application/turns';
import { suggestion } from '@quarry/pipeline';
import { confidenceOf, Fault, type Turn } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import type { Root } from '../places';
import { printable, printableJson } from '../printable';
import { readable } from '../readable';
import { renderTurn } from '../render';
import { adviceFor } from '../report-fault';
import { onlyCitedLines } from '../only-cited';
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

/**
 * Asks several pipelines the same question, one after the other. Prints all side by side, what only one of them cites,
 * and the start of each answer.
 */
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
  const { onOut } = terminal;
  terminal.out(`${request.quiet === true ? '' : '\n'}${renderSideBySide(answers, onOut)}`);
  const roots = new Map<Turn, Root>();
  for (const { turn } of answers) roots.set(turn, await served.rootOf(turn));
  for (const line of onlyCitedLines(answers, onOut, (turn) => roots.get(turn) ?? null))
    terminal.out(`${line}\n`);
  for (const { pipeline, answered } of answers) {
    terminal.out(`\n${onOut.bold(`── ${printable(pipeline)} ──`)}\n`);
    printStart(answered, roots.get(answered.turn) ?? null, terminal);
  }
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

function present(answered: AnsweredTurn): object {
  return answered.response ?? presentEnded(answered);
}

/** The first paragraph of an answer, and how to see the rest; the whole of a turn that is not kept or has no answer. */
function printStart(answered: AnsweredTurn, root: Root, terminal: Terminal): void {
  const { turn, unkept } = answered;
  const [first = '', rest] = (turn.answer?.text ?? '').trim().split(/\n\s*\n/, 2);
  if (turn.answer === null || unkept === true || turn.end?.outcome === 'failed') {
    print(answered, root, terminal, true);
    return;
  }
  const more = rest === undefined ? 'sources' : 'the rest, and sources';
  terminal.out(
    `${readable(printable(first))}\n${terminal.onOut.dim(`${more}: quarry turns show ${turn.id}`)}\n`,
  );
}

function print(
  { turn, unkept, streamed }: AnsweredTurn,
  root: Root,
  terminal: Terminal,
  bare: boolean,
): void {
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
    terminal.out(`${bare ? '' : '\n'}${renderTurn(turn, terminal.onOut, root, streamed)}`);
  }
}

/**
 * The exit code of a command that asked these turns: a failure counts first, because a caller that compares pipelines
 * must not overlook it; then the best outcome, because one answer is enough.
 */
export function exitCodeOf(turns: readonly Turn[]): number {
  const codes = turns.map(endOf);
  const order: readonly number[] = [EXIT.failed, EXIT.ok, EXIT.insufficient];
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
