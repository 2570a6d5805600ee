import { Fault } from '@quarry/turn';
import type { ChatMessage } from './chat.schema';
import { lastVersion } from './versions';

/** A question with the conversation before it. */
export interface Conversation {
  readonly question: string;
  /** Exchanges before it, oldest first, at most {@link MAX_EXCHANGES} and {@link MAX_CHARACTERS}: the newest. */
  readonly conversation: readonly Exchange[];
}

export interface Exchange {
  readonly question: string;
  readonly answer: string;
}

/**
 * Limits of the conversation that a turn stores: far more than a pipeline's `max_history_tokens` admits to a prompt.
 */
const MAX_EXCHANGES = 50;
const MAX_CHARACTERS = 64_000;

interface Message {
  readonly role: ChatMessage['role'];
  readonly text: string;
}

/**
 * Reads the messages of a chat client. The last message of the user is the question; the earlier ones, with their
 * answers, are the conversation. Messages of the roles `system`, `developer` and `tool` are ignored: only the
 * pipeline's prompts decide how evidence is judged.
 *
 * @param field name of the messages in the request, for error messages
 * @throws Fault `bad_request`, `question_empty`
 */
export function readConversation(messages: readonly ChatMessage[], field: string): Conversation {
  const read = messages.map(({ role, content }, at) => ({
    role,
    text: role === 'user' || role === 'assistant' ? textOf(content, `${field}[${at}].content`) : '',
  }));
  const last = read.findLastIndex(({ role }) => role === 'user');
  const question = read[last]?.text ?? '';
  if (question.trim() === '')
    throw new Fault('question_empty', 'There is no question: the last message of the user has no text.');
  return { question, conversation: newest(exchangesOf(read.slice(0, last))) };
}

function exchangesOf(messages: readonly Message[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { role, text } of messages) {
    const current = exchanges.at(-1);
    if (role === 'user') exchanges.push({ question: text, answer: '' });
    else if (role === 'assistant' && current)
      exchanges[exchanges.length - 1] = { ...current, answer: joined(current.answer, lastVersion(text)) };
  }
  return exchanges.map(({ question, answer }) => ({ question, answer: answer || '(no answer was given)' }));
}

function newest(exchanges: readonly Exchange[]): readonly Exchange[] {
  let characters = 0;
  const kept = exchanges.slice(-MAX_EXCHANGES);
  const from = kept.findLastIndex(({ question, answer }) => {
    characters += question.length + answer.length;
    return characters > MAX_CHARACTERS;
  });
  return kept.slice(from + 1);
}

function joined(before: string, text: string): string {
  return before === '' ? text : `${before}\n${text}`;
}

/** Returns a text, also from a list of text parts. An assistant's message with a tool call has none. */
function textOf(content: unknown, field: string): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((part: unknown) => textOfPart(part, field)).join('\n');
  throw new Fault('bad_request', `'${field}' must be a text, or a list of parts.`);
}

function textOfPart(part: unknown, field: string): string {
  if (typeof part === 'object' && part !== null) {
    if ('text' in part && typeof part.text === 'string') return part.text;
    if ('refusal' in part && typeof part.refusal === 'string') return part.refusal;
  }
  throw new Fault('bad_request', `'${field}' may only hold text: no images, files or sound.`);
}
