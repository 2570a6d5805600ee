import { TOOLS as ALL_TOOLS, type Tool } from '@quarry/turn';
import { callsTool, readCalls } from './agent-calls';
import { callStart } from './agent-start';
import { answerProtocol } from './answer';
import { objectsIn } from './json-object';
import { lex } from './lexer';
import { parsedCalls } from './parsed-calls';
import type { ParsedReply, ReplyProtocol, StreamGate } from './protocol';

const CALLING = 'calling tools';
/** What errors tell an agent that it may call. `calculate` is understood as well, where a step offers it. */
const OFFERED: readonly Tool[] = ['search', 'lookup', 'fetch_section', 'fetch_table'];
const FORM =
  'Write \'[Calling tools:]\' and one JSON object a line, {"tool": "search", "arguments": {"query": "…"}}, or the answer.';

/**
 * 002, "LLM-as-Agent with RAG Tool". A reply is one of: `[Calling tools:]` and one JSON object per line, which is also
 * the recorded form of native function calls; `[Answer:]` and the answer; or the answer alone. Models without function
 * calling write calls as text: alone, in a fence, in `<tool_call>` tags or after some prose. Those are calls as well.
 * JSON in an answer is text if it calls no tool, or if it was quoted.
 */
export const agentProtocol: ReplyProtocol = {
  name: 'agent',
  purpose: 'answer',
  outcomes: ['answer', 'call'],
  parse,
  openGate,
};

/** An agent asks by calling tools: `[Requesting data on:]` in its answer is text. */
const NO_REQUEST = (): boolean => true;

function parse(reply: string, isQuoted: (text: string) => boolean = () => false): ParsedReply {
  const lexed = lex(reply, true);
  const marker = lexed.kind === 'marker' ? lexed.name : '';
  if (marker === 'answer') return answerProtocol.parse(reply, NO_REQUEST);
  const start = callsAt(reply);
  const tail = start < 0 ? '' : reply.slice(start);
  const alone = reply.slice(0, Math.max(0, start)).trim() === '';
  if (alone || !quotes(tail, isQuoted)) {
    if (marker === CALLING && lexed.kind === 'marker') return parseCalls(reply.slice(lexed.content));
    const marked = callStart(tail.slice(0, LINE_START), true) === 'marker';
    if (marked || (tail !== '' && callsTool(tail, !alone))) return parseCalls(tail);
  }
  const text = reply.trim();
  if (text === '') return { ok: false, error: `The reply is empty. ${FORM}` };
  return { ok: true, outcome: 'answer', verdict: { kind: 'answer', text } };
}

/** True if the calls of a text, or its first line if it has none, were shown to the model. */
function quotes(text: string, isQuoted: (text: string) => boolean): boolean {
  const written = objectsIn(text).map(({ start, end }) => text.slice(start, end));
  return (written.length > 0 ? written : [text.trim().split('\n', 1)[0] ?? '']).every(isQuoted);
}

function parseCalls(text: string): ParsedReply {
  return parsedCalls(readCalls(text, { offered: OFFERED, understood: ALL_TOOLS }), FORM);
}

/** Characters that decide how a line starts. */
const LINE_START = 300;
/** Two lines of words: text after them no longer follows a lead-in, although the second line may still grow. */
const TWO_LINES = /^\s{0,80}[\p{L}\p{N}][^\n]{0,300}\n\s{0,80}[\p{L}\p{N}]/u;

/** Index of the first line that starts like calls, or -1. */
function callsAt(reply: string): number {
  for (let start = 0; start < reply.length;) {
    if (callStart(reply.slice(start, start + LINE_START), true) !== 'none') return start;
    const newline = reply.indexOf('\n', start);
    if (newline < 0) break;
    start = newline + 1;
  }
  return -1;
}

/**
 * Shows an answer as it grows. From a line that starts like calls on, shows nothing until the end decides what it is.
 */
function openGate(): StreamGate {
  const marked = answerProtocol.openGate(NO_REQUEST);
  const lines = new PlainLines();
  const deltas: string[] = [];
  let head = '';
  let mode: 'undecided' | 'marked' | 'plain' | 'held' = 'undecided';
  let shown = 0;
  const show = (text: string): string => {
    shown += text.length;
    return text;
  };

  return {
    push(delta) {
      if (mode === 'marked') return marked.push(delta);
      deltas.push(delta);
      if (mode === 'plain') return show(lines.push(delta));
      if (mode === 'held') return '';
      const text = marked.push(delta);
      head += delta;
      const lexed = lex(head, false);
      if (lexed.kind === 'undecided' && !TWO_LINES.test(head)) return '';
      const name = lexed.kind === 'marker' ? lexed.name : '';
      mode = name === 'answer' ? 'marked' : name === CALLING ? 'held' : 'plain';
      return mode === 'plain' ? show(lines.push(head)) : text;
    },
    end() {
      if (mode === 'marked') return marked.end();
      const parsed = parse(deltas.join(''));
      const answer = parsed.ok && parsed.verdict.kind === 'answer' ? parsed.verdict.text : '';
      mode = 'held';
      return show(answer.slice(shown));
    },
  };
}

/**
 * Passes on lines up to the first that may start calls. Drops white space at the start, and delays it elsewhere until
 * text follows.
 */
class PlainLines {
  #pending = '';
  #space = '';
  #begun = false;
  #state: 'line_start' | 'line' | 'stopped' = 'line_start';

  push(delta: string): string {
    if (this.#state === 'stopped') return '';
    this.#pending += delta;
    const text = this.#passed();
    if (!/\S/.test(text)) {
      if (this.#begun) this.#space += text;
      return '';
    }
    const end = text.trimEnd();
    const shown = this.#begun ? this.#space + end : end.trimStart();
    this.#begun = true;
    this.#space = text.slice(end.length);
    return shown;
  }

  #passed(): string {
    let passed = '';
    while (this.#pending !== '') {
      if (this.#state === 'line_start') {
        const start = callStart(this.#pending.slice(0, LINE_START), false);
        if (start === 'open') break;
        this.#state = start === 'none' ? 'line' : 'stopped';
        if (start !== 'none') break;
      }
      const newline = this.#pending.indexOf('\n');
      const end = newline < 0 ? this.#pending.length : newline + 1;
      passed += this.#pending.slice(0, end);
      this.#pending = this.#pending.slice(end);
      if (newline >= 0) this.#state = 'line_start';
    }
    return passed;
  }
}
