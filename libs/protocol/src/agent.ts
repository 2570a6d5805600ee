import { callsTool, readCalls, writtenCalls } from './agent-calls';
import { callStart } from './agent-start';
import { answerProtocol } from './answer';
import { lex } from './lexer';
import type { ParsedReply, ReplyProtocol, StreamGate } from './protocol';

const CALLING = 'calling tools';
const FORM =
  'Write \'[Calling tools:]\' and one JSON object a line, {"tool": "search", "arguments": {"query": "…"}}, or the answer.';

/**
 * 002, "LLM-as-Agent with RAG Tool": `[Calling tools:]` and one JSON object a line, which is how native function calls are written
 * down; or `[Answer:]` and the answer; or the answer alone. Models without function calling write calls as text, alone, in a fence, in
 * `<tool_call>` tags or below some prose: those are calls, too. JSON in an answer that calls none of the tools is text.
 */
export const agentProtocol: ReplyProtocol = {
  name: 'agent',
  purpose: 'answer',
  outcomes: ['answer', 'call'],
  parse,
  openGate,
};

function parse(reply: string): ParsedReply {
  const lexed = lex(reply, true);
  const marker = lexed.kind === 'marker' ? lexed.name : '';
  if (marker === 'answer') return answerProtocol.parse(reply);
  if (marker === CALLING && lexed.kind === 'marker') return parseCalls(reply.slice(lexed.content));
  const start = callsAt(reply);
  const tail = start < 0 ? '' : reply.slice(start);
  const alone = reply.slice(0, start).trim() === '';
  if (callStart(tail, true) === 'marker' || (tail !== '' && callsTool(tail, !alone))) return parseCalls(tail);
  const text = reply.trim();
  if (text === '') return { ok: false, error: `The reply is empty. ${FORM}` };
  return { ok: true, outcome: 'answer', verdict: { kind: 'answer', text } };
}

function parseCalls(text: string): ParsedReply {
  const read = readCalls(writtenCalls(text));
  if (!read.ok) return read;
  if (read.calls.length === 0)
    return { ok: false, error: `There is no call of a tool that can be read. ${FORM}` };
  return { ok: true, outcome: 'call', verdict: { kind: 'calls', calls: read.calls } };
}

/** Two lines of words: what comes then is no marker's lead-in any more, although the second line may still grow. */
const TWO_LINES = /^\s{0,80}[\p{L}\p{N}][^\n]{0,300}\n\s{0,80}[\p{L}\p{N}]/u;

/** Index of the first line that begins as calls do, or -1. */
function callsAt(reply: string): number {
  for (let start = 0; start < reply.length;) {
    if (callStart(reply.slice(start, start + 300), true) !== 'none') return start;
    const newline = reply.indexOf('\n', start);
    if (newline < 0) break;
    start = newline + 1;
  }
  return -1;
}

/** Shows an answer as it grows; from a line on that begins as calls do, nothing until the end says what it is. */
function openGate(): StreamGate {
  const marked = answerProtocol.openGate();
  let reply = '';
  let mode: 'undecided' | 'marked' | 'plain' | 'held' = 'undecided';
  /** Start of the line that is looked at, and end of what has been shown. */
  let line = 0;
  let shown = 0;

  const plain = (): string => {
    let safe = shown;
    while (line < reply.length) {
      const start = callStart(reply.slice(line, line + 300), false);
      if (start === 'open') break;
      if (start !== 'none') {
        mode = 'held';
        break;
      }
      const newline = reply.indexOf('\n', line);
      safe = newline < 0 ? reply.length : newline + 1;
      if (newline < 0) break;
      line = newline + 1;
    }
    // White space at the end is not part of the answer, and neither is that before it.
    const end = reply.slice(0, safe).trimEnd().length;
    if (end <= shown) return '';
    const text = shown === 0 ? reply.slice(0, end).trimStart() : reply.slice(shown, end);
    shown = end;
    return text;
  };

  return {
    push(delta) {
      if (mode === 'held') {
        reply += delta;
        return '';
      }
      const text = mode === 'plain' ? '' : marked.push(delta);
      if (mode === 'marked') return text;
      reply += delta;
      if (mode === 'plain') return plain();
      const lexed = lex(reply, false);
      if (lexed.kind === 'undecided' && !TWO_LINES.test(reply)) return '';
      const name = lexed.kind === 'marker' ? lexed.name : '';
      mode = name === 'answer' ? 'marked' : name === CALLING ? 'held' : 'plain';
      return name === 'answer' ? text : plain();
    },
    end() {
      if (mode === 'marked') return marked.end();
      const parsed = parse(reply);
      const answer = parsed.ok && parsed.verdict.kind === 'answer' ? parsed.verdict.text : '';
      if (mode === 'undecided' && lex(reply, true).kind === 'marker') return answer;
      const before = reply.length - reply.trimStart().length;
      const rest = answer.slice(Math.max(0, shown - before));
      shown = reply.length;
      return rest;
    },
  };
}
