import type { ParsedReply, ReplyProtocol } from './protocol';
import { servedRequests, splitRequests } from './requests';
import { saysNone, substance } from './section-items';
import { openSectionGate, readSections, type SectionGrammar } from './sections';

const GRAMMAR: SectionGrammar = {
  sections: [
    { name: 'answer', labels: ['answer', 'final answer'] },
    {
      name: 'missing',
      labels: ['missing', 'missing information', 'missing context', 'missing code', 'still missing'],
    },
  ],
  form: "Write 'ANSWER:' and the answer, then 'MISSING:' and one item a line, or 'MISSING: NONE'.",
};
/** The prompt's remark after the label, copied by the model. */
const COPIED = /^\((?:or|write)\b[^()\n]{0,100}\)[ \t]*:?/i;

/**
 * 000, "Gap Detection Prompt": `ANSWER:` and the best answer so far, `MISSING:` and what would make it more complete,
 * or `NONE`; or the same in XML (`<answer>`, `<missing>`). An answer with an empty or absent `MISSING` section requests
 * nothing, because there is nothing to fetch. Requests without an answer are a need without one. A reply with neither
 * is malformed.
 */
export const cgragProtocol: ReplyProtocol = {
  name: 'cgrag',
  purpose: 'answer',
  outcomes: ['answer', 'need'],
  parse,
  openGate: () => openSectionGate(GRAMMAR),
};

function parse(reply: string): ParsedReply {
  const read = readSections(reply, GRAMMAR);
  if (!read.ok) return read;
  const text = read.texts.get('answer') ?? '';
  const missing = (read.texts.get('missing') ?? '').replace(COPIED, '');
  const requests = splitRequests(substance(missing)).filter((request) => !saysNone(request));
  if (requests.length > 0) {
    const answer = text === '' ? {} : { answer: text };
    return { ok: true, outcome: 'need', verdict: { kind: 'need', ...servedRequests(requests), ...answer } };
  }
  if (text === '')
    return { ok: false, error: `There is no answer, and nothing is said to be missing. ${GRAMMAR.form}` };
  return { ok: true, outcome: 'answer', verdict: { kind: 'answer', text } };
}
