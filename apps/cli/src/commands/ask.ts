import { Option, type Command } from 'commander';
import { presentTurn } from '@quarry/gateway';
import { suggestion } from '@quarry/pipeline';
import { findDataDir, readConfig, type QuarryConfig } from '@quarry/platform';
import { DEPTHS, Fault, type Turn } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { amount, carrierOption, collect, integer, withData, withExamples, withJson } from '../options';
import { printable, printableJson } from '../printable';
import { renderTurn } from '../render';
import { adviceFor } from '../report-fault';
import { renderSideBySide, type Answered } from '../side-by-side';
import { readStdin } from '../stdin';
import type { CommandContext, Terminal } from '../terminal';
import { withGateway } from '../server/ask-server';
import { withServer } from '../server/server';
import { withServices, type AnsweredTurn, type AskRequest, type Served } from './ask-turn';

interface AskOptions extends Omit<AskRequest, 'question'> {
  readonly server?: string;
  readonly data?: string;
  readonly carrier?: QuarryConfig['carrier'];
}

export function addAsk(command: Command, context: CommandContext): void {
  const { terminal } = context;
  command
    .description(
      'Ask a question about what is indexed. Each pass is shown as it happens (on stderr), then the answer with its sources, ' +
        'and what was looked for, found and not found (on stdout).',
    )
    .argument('<question...>', "the question; '-' reads it from stdin")
    .option(
      '-p, --pipeline <names>',
      "pipeline to answer with (see 'quarry pipelines list'), or several, as in a,b,c, to compare them",
      'code',
    )
    .option('-s, --session <name>', 'go on with this conversation, or begin it')
    .addOption(
      new Option('--depth <depth>', 'fast: one pass; deep: more hits and more passes').choices(DEPTHS),
    )
    .option('--max-tokens <n>', 'model tokens that the question may spend', integer(1, 1_000_000_000))
    .option('--max-cost <amount>', "money that it may spend, by the pipeline's prices", amount)
    .option('--max-seconds <n>', 'seconds that it may take', integer(1, 3_600))
    .option(
      '--not-english',
      'the question is in another language: translate it, and the answer back (needs a model)',
    )
    .option('--path <prefix>', 'only files whose path begins so; may be repeated', collect)
    .option('--language <name>', 'only files in this language; may be repeated', collect)
    .option('-q, --quiet', 'no live view, only the answer')
    .addOption(carrierOption());
  withExamples(withJson(withServer(withData(command))), [
    ['quarry ask "Where is the tax computed, and who calls it?"', ''],
    ['quarry ask "And for Austria?" --session tax', ''],
    ['quarry ask "What writes dbo.Invoice?" --path src/ --language csharp', ''],
    ['quarry ask "Who calls taxOf?" --pipeline code,cgrag --max-seconds 30', ''],
    ['quarry ask "Who calls taxOf?" --server https://quarry.example', ''],
    ["quarry ask - < question.txt --json | jq -r '.answer.text'", ''],
  ]).action(async (words: string[], options: AskOptions) => {
    if (words[0] === '-' && process.stdin.isTTY)
      terminal.note('reading the question from here; end with Ctrl-D');
    const question = words.length === 1 && words[0] === '-' ? await readStdin() : words.join(' ');
    const request = { ...options, question };
    const names = namesOf(options.pipeline);
    const [only = ''] = names;
    const work = async (served: Served): Promise<readonly Turn[]> =>
      names.length > 1
        ? (await askEach(served, request, names, terminal)).map(({ turn }) => turn)
        : [await askServed(served, { ...request, pipeline: only }, terminal)];
    const turns =
      options.server === undefined
        ? await withServices(configOf(options), { terminal, quiet: options.quiet === true, names }, work)
        : await withGateway(options.server, terminal, work);
    context.setExit(terminal.interrupted ? EXIT.interrupted : bestOf(turns.map(exitCodeOf)));
  });
}

/** Starts the services, asks, shows the passes, prints the answer, keeps the turn's log. Returns the finished turn. */
export function askOnce(config: QuarryConfig, request: AskRequest, terminal: Terminal): Promise<Turn> {
  const names = [request.pipeline];
  return withServices(config, { terminal, quiet: request.quiet === true, names }, (served) =>
    askServed(served, request, terminal),
  );
}

async function askServed(served: Served, request: AskRequest, terminal: Terminal): Promise<Turn> {
  const answered = await served.ask(request);
  if (request.json === true) terminal.out(`${printableJson(present(answered), 2)}\n`);
  else print(answered, served.root, terminal, request.quiet === true);
  return answered.turn;
}

function configOf({ data, carrier }: AskOptions): QuarryConfig {
  return readConfig({ dataDir: findDataDir(data), ...(carrier ? { carrier } : {}) });
}

/** The same question through several pipelines, one after the other; then what each answered, and all side by side. */
async function askEach(
  served: Served,
  request: AskRequest,
  names: readonly string[],
  terminal: Terminal,
): Promise<readonly Answered[]> {
  checkNames(names, served);
  const { bold } = terminal.onErr;
  const answers: (Answered & { readonly answered: AnsweredTurn })[] = [];
  for (const [at, pipeline] of names.entries()) {
    if (terminal.interrupted) break;
    if (request.quiet !== true && request.json !== true)
      terminal.err(`\n${bold(`${pipeline} (${at + 1} of ${names.length})`)}\n`);
    // Each has a conversation of its own: none is to read what another one answered.
    const session = request.session === undefined ? {} : { session: `${request.session}.${pipeline}` };
    const answered = await served.ask({ ...request, ...session, pipeline });
    const { turn, events } = answered;
    const seconds = ((events.at(-1)?.at ?? turn.askedAt) - turn.askedAt) / 1000;
    answers.push({ pipeline, turn, seconds, answered });
  }
  if (request.json === true) {
    const all = answers.map(({ answered, seconds }) => ({ ...present(answered), seconds }));
    terminal.out(`${printableJson(all, 2)}\n`);
    return answers;
  }
  for (const { pipeline, answered } of answers) {
    terminal.out(`\n${terminal.onOut.bold(`── ${printable(pipeline)} ──`)}\n`);
    print(answered, served.root, terminal, false);
  }
  terminal.out(`\n${renderSideBySide(answers, terminal.onOut)}`);
  return answers;
}

/** Names between commas, each once. */
function namesOf(option: string): readonly string[] {
  const names = option.split(',').map((name) => name.trim());
  return [...new Set(names.length > 1 ? names.filter((name) => name !== '') : names)];
}

/** Before anything is asked: a misspelt third name must not show after two answers. */
function checkNames(names: readonly string[], { pipelines }: Served): void {
  const known = pipelines.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Fault('pipeline_unknown', `There is no pipeline '${unknown}'${suggestion(unknown, known)}`);
}

function present({ turn, told }: AnsweredTurn): object {
  return told ?? presentTurn({ turn, v: 0, at: '', status: 'ended' });
}

function print({ turn, unkept }: AnsweredTurn, root: string | null, terminal: Terminal, bare: boolean): void {
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

/** Of several turns, the best end counts: one that answered is enough. */
function bestOf(codes: readonly number[]): number {
  const order: readonly number[] = [EXIT.ok, EXIT.insufficient, EXIT.failed];
  return order.find((code) => codes.includes(code)) ?? codes[0] ?? EXIT.failed;
}

function exitCodeOf(turn: Turn): number {
  switch (turn.end?.outcome) {
    case 'insufficient':
      return EXIT.insufficient;
    case 'failed':
      return EXIT.failed;
    case 'cancelled':
      return EXIT.interrupted;
    default:
      return EXIT.ok;
  }
}
