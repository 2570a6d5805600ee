import { CITATION, statementsOf } from '@quarry/claims';
import { numbersIn, type NumberInText } from '@quarry/arithmetic';
import { citationMarks, codeSpans } from '@quarry/turn';

/** A number of an answer with its sentence. */
export interface AnswerNumber {
  readonly number: NumberInText;
  readonly sentence: string;
  /** Evidence numbers that the sentence cites. */
  readonly cites: readonly number[];
}

const FENCED = /(?<![^\n]) {0,3}(`{3,12}|~{3,12})[^\n]*\n/g;
const ADDRESS = /\]\([^()\s]{1,500}\)|https?:\/\/[^\s)\]>]{1,500}/g;

/** The numbers that an answer states, in order, without those in citation marks, code and addresses. */
export function answerNumbers(answer: string): readonly AnswerNumber[] {
  const statements = statementsOf(answer);
  return numbersIn(withoutCode(answer)).map((number) => {
    const within = statements.find(({ span }) => span.start <= number.start && number.end <= span.end);
    const line = within?.body ?? lineAt(answer, number.start);
    return { number, sentence: line, cites: within?.cites ?? citationMarks(line) };
  });
}

/** A text of the same length with code, addresses and citation marks blanked out. */
function withoutCode(answer: string): string {
  let text = answer;
  for (const { start, end } of fences(answer)) text = blank(text, start, end);
  for (const { start, end } of codeSpans(text)) text = blank(text, start, end);
  return text
    .replace(ADDRESS, (address) => ' '.repeat(address.length))
    .replace(CITATION, (mark) => ' '.repeat(mark.length));
}

function fences(answer: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let open: { readonly mark: string; readonly start: number } | null = null;
  for (const { 0: line, 1: mark = '', index } of `${answer}\n`.matchAll(FENCED)) {
    if (!open) open = { mark, start: index };
    else if (mark.startsWith(open.mark)) {
      found.push({ start: open.start, end: index + line.length });
      open = null;
    }
  }
  return open ? [...found, { start: open.start, end: answer.length }] : found;
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end);
}
