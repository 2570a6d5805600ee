import { answerText, mayBeCutOff, type Open } from './answer-text';
import { LaterRequest } from './later-request';
import { lex } from './lexer';
import type { ParsedReply, ReplyProtocol, StreamGate } from './protocol';
import { servedRequests, splitRequests } from './requests';
import { saysNone } from './section-items';

const EXPECTED =
  "The reply must begin with '[Answer:]' or '[Requesting data on:]', once, before anything else";

/**
 * 003 §7.1: `[Answer:] text`; or `[Requesting data on:]` and what is still missing; or both, with the request on a
 * later line: then the text is the best answer so far.
 */
export const answerProtocol: ReplyProtocol = {
  name: 'answer',
  purpose: 'answer',
  outcomes: ['answer', 'need'],
  parse,
  openGate,
};

function parse(reply: string, isQuoted: (text: string) => boolean = () => false): ParsedReply {
  const lexed = lex(reply, true);
  if (lexed.kind !== 'marker') return { ok: false, error: `${EXPECTED}; no marker was found there.` };
  const content = reply.slice(lexed.content);
  if (lexed.name === 'answer') {
    const later = new LaterRequest(isQuoted);
    const text = answerText(content.slice(0, later.answerIn(content, true)), lexed);
    const requests = later.found < 0 ? [] : requestsIn(content.slice(later.found), lexed);
    if (requests.length > 0) {
      const answer = text === '' ? {} : { answer: text };
      return { ok: true, outcome: 'need', verdict: { kind: 'need', ...servedRequests(requests), ...answer } };
    }
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
    return { ok: true, outcome: 'need', verdict: { kind: 'need', ...servedRequests(requests) } };
  }
  return { ok: false, error: `${EXPECTED}; '[${lexed.name}:]' is none of them.` };
}

function requestsIn(text: string, open: Open): readonly string[] {
  const lexed = lex(text, true);
  if (lexed.kind !== 'marker') return [];
  const content = answerText(text.slice(lexed.content), { fence: open.fence, wrap: lexed.wrap });
  return splitRequests(content).filter((request) => !saysNone(request));
}

/** The text without its leading `[Answer:]`. */
export function withoutAnswerMarker(text: string): string {
  const lexed = lex(text, true);
  return lexed.kind === 'marker' && lexed.name === 'answer'
    ? answerText(text.slice(lexed.content), lexed)
    : text;
}

/**
 * Shows the answer's text as it grows: never the marker, a later request, closing fences or emphasis, or any text of
 * another reply.
 */
function openGate(isQuoted: (text: string) => boolean = () => false): StreamGate {
  let head = '';
  let answer: { content: string; readonly open: Open } | null = null;
  let closed = false;
  let shown = 0;
  const later = new LaterRequest(isQuoted);

  const grow = (delta: string): string => {
    if (!answer) return '';
    answer.content += delta;
    let safe = later.answerIn(answer.content, false);
    while (safe > shown && mayBeCutOff(answer.content.charAt(safe - 1), answer.open)) safe -= 1;
    const text = answer.content.slice(shown, safe);
    shown = Math.max(shown, safe);
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
      const own = answer.content.slice(0, later.answerIn(answer.content, true));
      const text = answerText(own, answer.open);
      const rest = text.slice(shown);
      shown = text.length;
      return first + rest;
    },
  };
}
