import { answerText, mayBeCutOff, type Open } from './answer-text';
import { lex } from './lexer';
import type { ParsedReply, ReplyProtocol, StreamGate } from './protocol';
import { splitRequests } from './requests';

const EXPECTED =
  "The reply must begin with '[Answer:]' or '[Requesting data on:]', once, before anything else";

/** 003 §7.1: `[Answer:] text`, or `[Requesting data on:] what is still missing`. */
export const answerProtocol: ReplyProtocol = {
  name: 'answer',
  purpose: 'answer',
  outcomes: ['answer', 'need'],
  parse,
  openGate,
};

function parse(reply: string): ParsedReply {
  const lexed = lex(reply, true);
  if (lexed.kind !== 'marker') return { ok: false, error: `${EXPECTED}; no marker was found there.` };
  const content = reply.slice(lexed.content);
  if (lexed.name === 'answer') {
    const text = answerText(content, lexed);
    if (text === '') return { ok: false, error: "Nothing follows '[Answer:]'. Write the answer after it." };
    return { ok: true, outcome: 'answer', verdict: { kind: 'answer', text } };
  }
  if (lexed.name === 'requesting data on') {
    const requests = splitRequests(answerText(content, lexed));
    if (requests.length === 0) {
      return {
        ok: false,
        error: "Nothing follows '[Requesting data on:]'. Name what is needed after it, one item a line.",
      };
    }
    return { ok: true, outcome: 'need', verdict: { kind: 'need', requests } };
  }
  return { ok: false, error: `${EXPECTED}; '[${lexed.name}:]' is none of them.` };
}

/** Shows the answer's text as it grows, never the marker, what closes around it, or a word of any other reply. */
function openGate(): StreamGate {
  let head = '';
  let answer: { content: string; readonly open: Open } | null = null;
  let closed = false;
  let shown = 0;
  let safe = 0;

  const grow = (delta: string): string => {
    if (!answer) return '';
    const base = answer.content.length;
    answer.content += delta;
    for (let at = delta.length - 1; at >= 0; at -= 1) {
      if (mayBeCutOff(delta.charAt(at), answer.open)) continue;
      safe = base + at + 1;
      break;
    }
    const text = answer.content.slice(shown, safe);
    shown = safe;
    return text;
  };
  const decide = (complete: boolean): string => {
    const lexed = lex(head, complete);
    if (lexed.kind === 'undecided') return '';
    if (lexed.kind === 'none' || lexed.name !== 'answer') {
      closed = true;
      return '';
    }
    answer = { content: '', open: { fence: lexed.fence, wrap: lexed.wrap } };
    return grow(head.slice(lexed.content));
  };

  return {
    push(delta) {
      if (closed) return '';
      if (answer) return grow(delta);
      head += delta;
      return decide(false);
    },
    end() {
      const first = answer || closed ? '' : decide(true);
      if (!answer) return '';
      closed = true;
      const text = answerText(answer.content, answer.open);
      const rest = text.slice(shown);
      shown = text.length;
      return first + rest;
    },
  };
}
