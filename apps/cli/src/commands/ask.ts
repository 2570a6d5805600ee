import type { Command } from 'commander';
import { findDataDir, readConfig, type QuarryConfig } from '@quarry/platform';
import type { Turn } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { carrierOption, withData, withExamples, withJson } from '../options';
import { readStdin } from '../stdin';
import type { CommandContext, Terminal } from '../terminal';
import { withGateway } from '../server/ask-server';
import { withServer } from '../server/server';
import { askEach, askServed, exitCodeOf, namesOf } from '../asking/ask-answers';
import { withServices, type AskRequest, type Served } from '../asking/ask-turn';
import { withQuestionOptions } from '../asking/question-options';

interface AskOptions extends Omit<AskRequest, 'question'> {
  readonly server?: string;
  readonly data?: string;
  readonly carrier?: QuarryConfig['carrier'];
}

export function addAsk(command: Command, context: CommandContext): void {
  const { terminal } = context;
  command
    .description(
      'Ask a question about the indexed code and documents. Shows each pass in one line (on stderr), then the answer with its ' +
        'sources, and what was searched for, found and not found (on stdout).',
    )
    .argument('<question...>', "the question; '-' reads it from stdin")
    .option(
      '-p, --pipeline <names>',
      "pipeline to use (see 'quarry pipelines list'); several, as in a,b,c, are compared",
      'code',
    )
    .option('-q, --quiet', 'print only the answer, without the live view')
    .addOption(carrierOption());
  withExamples(withJson(withServer(withData(withQuestionOptions(command)))), [
    ['quarry ask "Where is the tax computed, and who calls it?"', ''],
    ['quarry ask "And for Austria?" --session tax', ''],
    ['quarry ask "What writes dbo.Invoice?" --path src/ --language csharp', ''],
    ['quarry ask "Who calls taxOf?" --pipeline code,cgrag --max-seconds 30', ''],
    ['quarry ask "Who calls taxOf?" --verbose', ''],
    ['quarry ask "Who calls taxOf?" --server https://quarry.example', ''],
    ['quarry ask "Who writes dbo.Invoice?" --repository "shop,payments-*"', 'in these repositories'],
    ['quarry ask "How are duplicates refused?" --at v1.2', 'as of this snapshot'],
    ["quarry ask - < question.txt --json | jq -r '.answer.text'", ''],
  ]).action(async (words: string[], options: AskOptions) => {
    if (words[0] === '-' && process.stdin.isTTY)
      terminal.note('reading the question from the terminal; end it with Ctrl-D');
    const question = words.length === 1 && words[0] === '-' ? await readStdin() : words.join(' ');
    const request = { ...options, question };
    const names = namesOf(options.pipeline);
    const [only = ''] = names;
    const work = async (served: Served): Promise<readonly Turn[]> =>
      names.length > 1
        ? await askEach(served, request, names, terminal)
        : [await askServed(served, { ...request, pipeline: only }, terminal)];
    const turns =
      options.server === undefined
        ? await withServices(configOf(options), { terminal, quiet: options.quiet === true, names }, work)
        : await withGateway(options.server, terminal, work);
    context.setExit(terminal.interrupted ? EXIT.interrupted : exitCodeOf(turns));
  });
}

/** Starts the services, asks one question and prints the answer. Returns the finished turn. */
export function askOnce(config: QuarryConfig, request: AskRequest, terminal: Terminal): Promise<Turn> {
  const names = [request.pipeline];
  return withServices(config, { terminal, quiet: request.quiet === true, names }, (served) =>
    askServed(served, request, terminal),
  );
}

function configOf({ data, carrier }: AskOptions): QuarryConfig {
  return readConfig({ dataDir: findDataDir(data), ...(carrier ? { carrier } : {}) });
}
