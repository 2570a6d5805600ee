import { isAbsolute, relative } from 'node:path';
import { Fault, type Turn } from '@quarry/turn';
import type { Served } from '../asking/ask-turn';
import { absolute, folderOf, type Root } from '../places';
import { printable } from '../printable';
import { graphLines } from '../render-graph';
import type { Terminal } from '../terminal';
import { openInEditor } from './editor';
import { sourceLines } from './reply-lines';

/** The state of a conversation that its commands use. */
export interface Conversation {
  readonly served: Pick<Served, 'graph' | 'rootOf'>;
  readonly terminal: Terminal;
  /** The session of the next question; undefined starts a new one. */
  session: string | undefined;
  /** The last answered question. */
  last: Turn | null;
  /** The last one whose answer has sources. */
  cited: Turn | null;
  over: boolean;
}

/** A command of the conversation: a line that starts with a slash. */
interface ChatCommand {
  /** Its argument in the help; empty for none. */
  readonly takes: string;
  readonly about: string;
  run(chat: Conversation, argument: string): void | Promise<void>;
}

export const CHAT_COMMANDS: Readonly<Record<string, ChatCommand>> = {
  sources: {
    takes: '',
    about: 'all sources of the last answer that has any',
    run: async (chat) => {
      const { cited, terminal, served } = chat;
      const lines = cited === null ? [] : sourceLines(cited, terminal.onOut, await served.rootOf(cited));
      sayWhose(chat);
      terminal.out(lines.length === 0 ? 'No answer with sources yet.\n' : `${lines.join('\n')}\n`);
    },
  },
  open: {
    takes: 'N',
    about: 'open source [N] in $EDITOR, at its line',
    run: async (chat, argument) => {
      const { cited, served } = chat;
      const { path, line } = placeOf(cited, argument, cited && (await served.rootOf(cited)));
      sayWhose(chat);
      await openInEditor(path, line);
    },
  },
  graph: {
    takes: 'NAME',
    about: 'what calls a function or type, and what it calls',
    run: async ({ served, terminal }, name) => {
      if (name === '') throw new Fault('bad_request', 'Name a function, type or table: /graph taxOf.');
      const [first, ...others] = await served.graph(name);
      // An unknown or ambiguous name is so for every operation.
      const results = first?.status === 'found' ? [first, ...others] : [first];
      for (const result of results)
        if (result) terminal.out(`${graphLines(result, terminal.onOut).join('\n')}\n`);
    },
  },
  new: {
    takes: '',
    about: 'start a new conversation',
    run: (chat) => {
      chat.session = undefined;
      chat.last = null;
      chat.cited = null;
      chat.terminal.out('A new conversation.\n');
    },
  },
  help: {
    takes: '',
    about: 'this list',
    run: ({ terminal }) => {
      terminal.out(`${helpLines().join('\n')}\n`);
    },
  },
  quit: {
    takes: '',
    about: 'end (or Ctrl-D)',
    run: (chat) => {
      chat.over = true;
    },
  },
};

/** Says which question the sources belong to, if the last answer has none. */
function sayWhose({ last, cited, terminal }: Conversation): void {
  if (cited === null || cited === last) return;
  const question = printable(cited.question.original);
  terminal.out(`The last answer has no sources; these are those of “${question}”.\n`);
}

function helpLines(): readonly string[] {
  const names = Object.entries(CHAT_COMMANDS).map(([name, { takes }]) => `/${name} ${takes}`.trim());
  const width = Math.max(...names.map((name) => name.length));
  return Object.values(CHAT_COMMANDS).map(
    ({ about }, at) => `  ${(names[at] ?? '').padEnd(width)}  ${about}`,
  );
}

/**
 * The file and line of a source of the last answer.
 * @throws Fault `bad_request` for an unknown number, or for a source without a file on this machine
 */
function placeOf(
  last: Turn | null,
  argument: string,
  root: Root,
): { readonly path: string; readonly line: number } {
  const n = /^\[?(\d{1,6})\]?$/.exec(argument)?.[1];
  const found = last?.answer?.citations.find((each) => String(each.n) === n);
  if (!found) {
    const known = (last?.answer?.citations ?? []).map((each) => each.n);
    throw new Fault(
      'bad_request',
      known.length === 0 ? 'No answer with sources yet.' : `Name a source: /open ${known.join(', ')}.`,
    );
  }
  if (found.kind !== undefined)
    throw new Fault('bad_request', `[${n}] is a value of the documents, and no place in a file.`);
  const folder = folderOf(found, root);
  if (folder === null)
    throw new Fault('bad_request', `The sources are not on this machine: [${n}] is ${found.path}.`);
  const path = absolute(found, root);
  const below = relative(folder, path);
  if (below.startsWith('..') || isAbsolute(below))
    throw new Fault('bad_request', `[${n}] is outside of the indexed folder: ${found.path}.`);
  const [first] = found.sourceLines ?? [found.startLine];
  return { path, line: found.format === undefined || found.sourceLines ? first : 1 };
}
