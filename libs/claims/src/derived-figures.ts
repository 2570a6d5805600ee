import { calculate, matchesNumber, type NumberInText, numbersIn } from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import { DOWN, SHARE, UP } from './derivations';
import { inScaleOf, type Operand, operandsOf } from './operands';
import type { Source } from './passages';
import { says } from './stated-values';
import { type TableRuling, yearsOf } from './table-cells';
import { CARRYING, COMPUTING, PRESENTING } from './words';

const RATIO = /\b(?:ratio|divided by|times|margin|multiple)\b/i;
const POINTS = /\bpoints?\b/i;
const SUM = /\b(?:sum|together|combined|in all|added up|add up)\b/i;
const DIFFERENCE = /\b(?:difference|gap|exceed\w*|(?:more|less|higher|lower) than)\b/i;
/**
 * Computes a figure of a sentence again from the two findings that it cites: growth, difference, sum, share or ratio,
 * with their units. Null if the sentence states no such figure, or names no computation.
 */
export function ruleByFindings(sentence: string, sources: readonly Source[]): TableRuling | null {
  const values = sources.flatMap((source) => source.values);
  const open = numbersIn(sentence).filter(
    (figure) => figure.kind !== 'year' && !values.some((value) => says(figure, value)),
  );
  const [figure, ...more] = open;
  const operands = operandsOf(sentence, sources);
  if (!figure || more.length > 0 || !operands) return null;
  const derived = expressionOf(figure, sentence, operands);
  if (derived === null) return null;
  const [a, b] = operands;
  const at = `[${a.n}] and [${b.n}]`;
  if ('why' in derived) return { status: 'inferred', why: `${at}: ${derived.why}`, open: 'to a model' };
  const done = calculate(derived.expression, () => null);
  if (!done.ok) return null;
  const why = `computed from ${at}: ${derived.expression} = ${shown(done.result)}`;
  const isRight = derived.isDirected(Number(done.result)) && isWritten(figure, done.result, derived.unit);
  const doubt = operands.map(({ source }) => source.doubt).find((one) => one !== undefined);
  if (doubt) return { status: doubt.status, why: `${doubt.why}; ${why}`, open: 'no' };
  const outside = outsideOf(sentence, operands);
  const otherYear = yearsOf(sentence).find((year) => !operands.some(({ label }) => label.includes(year)));
  if (otherYear !== undefined)
    return { status: 'unsupported', why: `${at} say nothing of ${otherYear}`, open: 'to a model' };
  if (!isRight) return { status: 'contradicted', why: `${why}, not '${figure.text}'`, open: 'no' };
  if (outside !== undefined)
    return { status: 'inferred', why: `${why}, but they lack '${outside}'`, open: 'to a model' };
  return { status: 'supported', why, open: 'no' };
}

function shown(result: string): string {
  const value = Number(result);
  return String(Number(value.toFixed(Math.abs(value) < 1 ? 5 : 4)));
}

interface Expression {
  readonly expression: string;
  readonly unit: string | undefined;
  /** Whether the sign of the result is the one that the sentence gives in words. */
  readonly isDirected: (result: number) => boolean;
}

function expressionOf(
  figure: NumberInText,
  sentence: string,
  operands: readonly [Operand, Operand],
): Expression | { readonly why: string } | null {
  const isPercent = figure.kind === 'percent';
  const isChange = UP.test(sentence) || DOWN.test(sentence);
  const isShare = isPercent ? SHARE.test(sentence) || RATIO.test(sentence) : RATIO.test(sentence);
  const [first, second] = inOrder(operands, sentence, isChange);
  const other = inScaleOf(first, second);
  const named =
    isChange || isShare || POINTS.test(figure.text) || SUM.test(sentence) || DIFFERENCE.test(sentence);
  if (!named) return null;
  if (other === null)
    return { why: `${first.unit ?? 'no unit'} and ${second.unit ?? 'no unit'} cannot be computed together` };
  if (isShare && !isChange) return ratioOf(figure, sentence, first, second, other);
  const always = (): boolean => true;
  // The change of a rate is told in points.
  if (isPercent && POINTS.test(figure.text))
    return {
      expression: `${other} - ${first.value}`,
      unit: 'percent',
      isDirected: (result) => isSaid(sentence, result),
    };
  if (isPercent && isChange) {
    const [from, to] = first.years;
    const isDated = from !== undefined && to === undefined && second.years.length === 1;
    if (!isDated || first.years[0] === second.years[0]) return null;
    return {
      expression: `(${other} - ${first.value}) / ${first.value} * 100`,
      unit: 'percent',
      isDirected: (result) => isSaid(sentence, result),
    };
  }
  if (isPercent) return null;
  if (SUM.test(sentence))
    return { expression: `${first.value} + ${other}`, unit: first.unit, isDirected: always };
  const isDirected = (result: number): boolean => !isChange || isSaid(sentence, result);
  return { expression: `${other} - ${first.value}`, unit: first.unit, isDirected };
}

/** By year, the earlier first; otherwise as their labels stand in the sentence. */
function inOrder(
  [a, b]: readonly [Operand, Operand],
  sentence: string,
  isChange: boolean,
): readonly [Operand, Operand] {
  const [one, other] = [a.years[0] ?? '', b.years[0] ?? ''];
  if (isChange && one !== other) return one < other ? [a, b] : [b, a];
  return firstWord(a, sentence) <= firstWord(b, sentence) ? [a, b] : [b, a];
}

/** Where the first word of a label stands that the other does not have. */
function firstWord({ label }: Operand, sentence: string): number {
  const low = sentence.toLowerCase();
  const places = label
    .toLowerCase()
    .split('_')
    .map((word) => low.indexOf(word))
    .filter((at) => at >= 0);
  return Math.min(...places, low.length);
}

/** A part of a whole: the value that the sentence names behind "of" is the whole; else the larger one. */
function ratioOf(
  figure: NumberInText,
  sentence: string,
  first: Operand,
  second: Operand,
  other: string,
): Expression {
  const behind = sentence.slice(SHARE.exec(sentence)?.index ?? sentence.length).toLowerCase();
  const shared = ({ label }: Operand): number =>
    queryTerms(label.replaceAll('_', ' ')).filter((term) => queryTerms(behind).includes(term)).length;
  const [own, theirs] = [shared(first), shared(second)];
  const size = (text: string): number => {
    const done = calculate(text, () => null);
    return done.ok ? Math.abs(Number(done.result)) : 0;
  };
  const isLess = size(first.value) <= size(other);
  const isFirstPart = own === theirs ? isLess : own < theirs;
  const inverted = figure.kind !== 'percent' && own === theirs && Math.abs(Number(figure.value)) > 1;
  const ratio = isFirstPart !== inverted ? `${first.value} / (${other})` : `(${other}) / ${first.value}`;
  const isPercent = figure.kind === 'percent';
  return {
    expression: (isPercent ? `${ratio} * 100` : ratio).replace(/\(([\d.-]+)\)/g, '$1'),
    unit: isPercent ? 'percent' : 'ratio',
    isDirected: () => true,
  };
}

function isSaid(sentence: string, result: number): boolean {
  const [up, down] = [UP.test(sentence), DOWN.test(sentence)];
  return up === down || up === result > 0;
}

/** Whether a figure is a result at the precision in which it is written; a difference may be told without its sign. */
function isWritten(figure: NumberInText, result: string, unit: string | undefined): boolean {
  return matchesNumber(figure, result, { unit });
}

/** A word of the sentence that neither finding has. */
function outsideOf(sentence: string, operands: readonly [Operand, Operand]): string | undefined {
  const known = new Set(
    operands.flatMap(({ source, label }) => [...source.terms, ...queryTerms(label.replaceAll('_', ' '))]),
  );
  return queryTerms(sentence).find(
    (term) =>
      !/^\d/.test(term) &&
      !known.has(term) &&
      !CARRYING.has(term) &&
      !PRESENTING.has(term) &&
      !COMPUTING.has(term),
  );
}
