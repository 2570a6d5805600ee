import { counted } from './left-out';
import type { ParsedReply, ReplyProtocol } from './protocol';
import { cutText, listItems, MAX_ITEM_LENGTH, MAX_ITEMS, saysNone } from './section-items';
import { openSectionGate, readSections, type SectionGrammar } from './sections';

const GRAMMAR: SectionGrammar = {
  sections: [
    { name: 'answer', labels: ['answer', 'final answer'] },
    { name: 'contradictions', labels: ['contradictions', 'contradiction', 'contradictions found'] },
    {
      name: 'insufficient',
      labels: ['insufficient', 'insufficient evidence', 'insufficient information', 'insufficiency'],
    },
  ],
  form: "Write 'ANSWER:' and the answer, then 'CONTRADICTIONS:' and one a line or NONE, then 'INSUFFICIENT:' and what is lacking or NONE.",
};
/** States that the evidence is not sufficient, without naming what is lacking. */
const YES = /^(?:yes|true|insufficient)[.!]?$/i;
/** States that the evidence is sufficient. */
const NO = /^(?:false|sufficient|the evidence is sufficient|evidence is sufficient)[.!]?$/i;

/**
 * 004, "Answer Synthesis": `ANSWER:` with citations, `CONTRADICTIONS:` between pieces of evidence, `INSUFFICIENT:` and
 * what is lacking. The last two may be `NONE`, empty or absent. XML tags are accepted as well. Without an answer, the
 * reply is malformed.
 */
export const synthesisProtocol: ReplyProtocol = {
  name: 'synthesis',
  purpose: 'answer',
  outcomes: ['answer'],
  parse,
  openGate: () => openSectionGate(GRAMMAR),
};

function parse(reply: string): ParsedReply {
  const read = readSections(reply, GRAMMAR);
  if (!read.ok) return read;
  const text = read.texts.get('answer') ?? '';
  if (text === '') return { ok: false, error: `There is no answer in the reply. ${GRAMMAR.form}` };
  const contradictions = counted(listItems(read.texts.get('contradictions') ?? ''), MAX_ITEMS);
  const insufficient = lacking(read.texts.get('insufficient') ?? '');
  return {
    ok: true,
    outcome: 'answer',
    verdict: {
      kind: 'answer',
      text,
      ...(insufficient === '' ? {} : { insufficient }),
      ...(contradictions.length === 0 ? {} : { contradictions }),
    },
  };
}

function lacking(content: string): string {
  const text = content.trim();
  if (saysNone(text) || NO.test(text)) return '';
  return YES.test(text) ? 'The evidence is not sufficient.' : cutText(text, 2 * MAX_ITEM_LENGTH);
}
