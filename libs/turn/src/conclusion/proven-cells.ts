import type { Answer } from '../answer/answer';
import { figuresIn } from '../need/figures';
import type { Finding } from '../evidence/finding';
import { requestForm } from '../need/request-form';
import type { Turn } from '../turn/turn';

/** A segment's or a subsidiary's table has rows of the same names: only one of the whole group proves what is asked of it. */
const OF_THE_WHOLE = /\bconsolidated\b/i;

/** A year, a quarter or a half: what a cell must name itself, whatever the file is called. */
const PERIOD = /^(?:(?:19|20)\d\d|[qh][1-4])$/;

/**
 * The table cells that answer the question by themselves, as far as code can tell: the answer cites nothing else, each
 * value stands on its page in a consolidated table, the label of each says what is asked and nothing more, and every
 * period that is asked for has its cell. Empty where one of these does not hold: words of the question that stand neither in the label nor in
 * the name of the document, for example.
 *
 * @example
 * provenCells(turn); // 'What were the net sales of 3M in 2022?' → the cell 'Net sales, 2022' of 3M_2022_10K.pdf
 */
export function provenCells(turn: Turn): readonly Finding[] {
  const cited = citedFindings(turn);
  if (cited.length === 0 || !cited.every(({ value, check }) => isNumber(value) && check.stands === 'on_page'))
    return [];
  // Not the rewritten form of a follow-up: what a rewriting added is no proof.
  const question = turn.question.english ?? turn.question.original;
  const asked = { words: wordsOf(question), figures: figuresIn(question).figures };
  const periods = asked.figures.filter((figure) => PERIOD.test(figure));
  const named = new Set(cited.flatMap(({ label }) => figuresIn(label).figures));
  if (!periods.every((period) => named.has(period))) return [];
  return cited.every((finding) => answers(finding, asked, periods)) ? cited : [];
}

function answers(
  { label, path, sectionTitle, context = '' }: Finding,
  asked: { readonly words: ReadonlySet<string>; readonly figures: readonly string[] },
  periods: readonly string[],
): boolean {
  const own = wordsOf(label);
  const document = `${path.replace(/\W|_/g, ' ')} ${sectionTitle}`;
  const around = wordsOf(document);
  const figures = figuresIn(label).figures;
  const placed = new Set([...figures, ...figuresIn(document).figures]);
  return (
    own.size > 0 &&
    OF_THE_WHOLE.test(`${sectionTitle} ${context}`) &&
    [...own].every((word) => asked.words.has(word)) &&
    [...asked.words].every((word) => own.has(word) || around.has(word)) &&
    figures.every((figure) => asked.figures.includes(figure)) &&
    asked.figures.every((figure) => periods.includes(figure) || placed.has(figure))
  );
}

/** The findings that an answer cites; none where it cites anything else as well. */
function citedFindings({ answer, findings = [] }: Pick<Turn, 'answer' | 'findings'>): readonly Finding[] {
  const citations: Answer['citations'] = answer?.citations ?? [];
  const cited = citations.flatMap(({ n }) => findings.find((finding) => finding.n === n) ?? []);
  return cited.length === citations.length ? cited : [];
}

function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.replace(/(?<=\p{L})['’]s?(?!\p{L})/gu, ' ');
  return new Set(requestForm(plain).words.map((word) => word.toLowerCase()));
}

function isNumber(value: number | string): boolean {
  return typeof value === 'number';
}
