import { join } from 'node:path';
import type { Command } from 'commander';
import { findDataDir, readConfig, type QuarryConfig } from '@quarry/platform';
import { withServices, type AskRequest, type Served } from '../asking/ask-turn';
import { withQuestionOptions } from '../asking/question-options';
import { chat, completions } from '../chat/chat';
import { readHistory, writeHistory } from '../chat/history-file';
import { readLines, type Lines } from '../chat/lines';
import { carrierOption, withData, withExamples } from '../options';
import { withGateway } from '../server/ask-server';
import { withServer } from '../server/server';
import { WITHOUT_MODEL } from '../without-model';
import type { CommandContext, Terminal } from '../terminal';

interface ChatOptions extends Omit<AskRequest, 'question' | 'json' | 'quiet'> {
  readonly server?: string;
  readonly data?: string;
  readonly carrier?: QuarryConfig['carrier'];
}

const COMMANDS = `
In the chat:
  a question            is answered; a follow-up knows the questions before it
  /sources, /open 3     show the sources; open [3] in $EDITOR, at its line
  /graph NAME           what calls a function or type, and what it calls
  /new, /help, /quit    start again, list the commands, end (or Ctrl-D)`;

export function addChat(command: Command, context: CommandContext): void {
  const { terminal } = context;
  command
    .description(
      'Ask questions in a conversation, and open their sources. Ctrl-C stops an answer. Also reads questions and commands from a pipe, ' +
        'one per line.',
    )
    .option('-p, --pipeline <name>', "pipeline to use (see 'quarry pipelines list')", 'code')
    .addOption(carrierOption());
  withServer(withData(withQuestionOptions(command))).addHelpText('after', COMMANDS);
  withExamples(command, [
    ['quarry chat', ''],
    ['quarry chat --session tax', 'continue a conversation'],
    ["printf 'Who calls taxOf?\\n/sources\\n' | quarry chat", ''],
  ]).action(async (options: ChatOptions) => {
    const config =
      options.server === undefined
        ? readConfig({
            dataDir: findDataDir(options.data),
            ...(options.carrier ? { carrier: options.carrier } : {}),
          })
        : null;
    const file = config && join(config.dataDir, 'chat-history');
    const asked = file === null ? [] : await readHistory(file);
    const lines = remembering(
      readLines({ input: process.stdin, output: process.stderr }, asked, completions),
      asked,
    );
    const work = async (served: Served): Promise<number> => {
      if (lines.isTyped) greet(terminal, served, config?.chatProvider === 'extractive');
      return chat({ served, terminal, lines, request: options });
    };
    const code =
      config === null
        ? await withGateway(options.server ?? '', terminal, work)
        : await withServices(config, { terminal, quiet: false, names: [options.pipeline] }, work);
    if (file !== null && lines.isTyped) await writeHistory(file, asked);
    context.setExit(code);
  });
}

function greet(terminal: Terminal, { root }: Served, isWithoutModel: boolean): void {
  const about = root === null ? '' : ` about ${root}`;
  const better = isWithoutModel ? `${terminal.onErr.dim(WITHOUT_MODEL)}\n` : '';
  terminal.err(`Ask${about}. /help lists commands; Ctrl-D ends.\n${better}\n`);
}

/** Adds each line to `asked`, newest first. */
function remembering(lines: Lines, asked: string[]): Lines {
  return {
    isTyped: lines.isTyped,
    next: async (prompt) => {
      const line = await lines.next(prompt);
      if (line !== null && line.trim() !== '') asked.unshift(line.trim());
      return line;
    },
  };
}
