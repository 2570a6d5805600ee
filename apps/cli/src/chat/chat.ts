import { suggestion } from '@quarry/pipeline';
import { defined, Fault, toFault } from '@quarry/turn';
import { EXIT } from '../exit-codes';
import { printable } from '../printable';
import type { AskRequest, Served } from '../asking/ask-turn';
import type { Terminal } from '../terminal';
import { CHAT_COMMANDS, type Conversation } from './chat-commands';
import type { Lines } from './lines';
import { replyLines } from './reply-lines';

/** A chat and its surroundings. */
export interface ChatSetting {
  readonly served: Served;
  readonly terminal: Terminal;
  readonly lines: Lines;
  /** The pipeline and options of every question. */
  readonly request: Omit<AskRequest, 'question'>;
}

/**
 * Answers questions until the input ends. Ctrl-C ends a running turn, not the chat. An error of one question or command
 * is shown, and the chat continues.
 * @returns the exit code: 1 if a question failed
 */
export async function chat({ served, terminal, lines, request }: ChatSetting): Promise<number> {
  const conversation: Conversation = {
    served,
    terminal,
    session: request.session,
    last: null,
    cited: null,
    over: false,
  };
  let code: number = EXIT.ok;
  while (!conversation.over && !terminal.interrupted) {
    const line = await lines.next(terminal.onErr.bold('> '));
    if (line === null) break;
    const text = line.trim();
    if (text === '') continue;
    // A pipe shows no questions of its own.
    if (!lines.isTyped) terminal.out(`> ${printable(text)}\n`);
    try {
      if (text.startsWith('/')) await runCommand(conversation, text.slice(1));
      else if (!(await ask(conversation, served, request, text))) code = EXIT.failed;
    } catch (error) {
      const { code: fault, message } = toFault(error);
      terminal.err(`${terminal.onErr.red('error')} ${printable(message)}\n`);
      if (fault !== 'bad_request') code = EXIT.failed;
    }
    terminal.out('\n');
  }
  return terminal.interrupted ? EXIT.interrupted : code;
}

/** What a line that starts with a slash can become. */
export function completions(line: string): readonly string[] {
  if (!line.startsWith('/')) return [];
  const names = Object.keys(CHAT_COMMANDS).map((name) => `/${name}`);
  return names.filter((name) => name.startsWith(line));
}

async function runCommand(conversation: Conversation, text: string): Promise<void> {
  const [name = '', ...rest] = text.split(/\s+/);
  const command = Object.hasOwn(CHAT_COMMANDS, name) ? CHAT_COMMANDS[name] : undefined;
  if (!command) {
    const hint = suggestion(
      `/${name}`,
      Object.keys(CHAT_COMMANDS).map((known) => `/${known}`),
    );
    throw new Fault('bad_request', `There is no command '/${name}'${hint} /help lists them.`);
  }
  await command.run(conversation, rest.join(' '));
}

/** @returns whether the turn did not fail */
async function ask(
  conversation: Conversation,
  served: Served,
  request: Omit<AskRequest, 'question'>,
  question: string,
): Promise<boolean> {
  const { terminal } = conversation;
  const stop = new AbortController();
  terminal.onInterrupt = () => {
    stop.abort();
  };
  try {
    const { turn, streamed } = await served.ask({
      ...request,
      question,
      signal: stop.signal,
      ...defined({ session: conversation.session }),
    });
    const lines = replyLines(turn, terminal.onOut, await served.rootOf(turn), streamed);
    terminal.out(`${lines.join('\n')}\n`);
    if (turn.end?.outcome === 'failed') return false;
    conversation.session = turn.session;
    if (turn.answer) conversation.last = turn;
    if (turn.answer && turn.answer.citations.length > 0) conversation.cited = turn;
    return true;
  } finally {
    terminal.onInterrupt = null;
  }
}
