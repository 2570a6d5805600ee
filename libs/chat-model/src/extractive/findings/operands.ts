import { withPlainYears } from '@quarry/arithmetic';
import { measureAsked, measureExpression, type MeasureAsked } from './measure-asked';

/** The calculation that a question asks for, and its operands. */
export interface Arithmetic {
  readonly kind: 'percent_change' | 'difference' | 'sum' | 'average' | 'share' | 'ratio' | 'measure';
  /** The operands, each as an item to look for, in the order of {@link expressionFor}. */
  readonly operands: readonly string[];
  /** Set if `kind` is `measure`: the operands are its line items. */
  readonly measure?: MeasureAsked;
}

const YEARS = /\b(?:19|20)\d\d\b/g;
/** A phrase of a question, bounded so that long texts stay cheap. */
const LONGEST = 600;

const PERCENT_CHANGE =
  /\b(?:percentage|percent|%)\s(?:change|increase|decrease|growth|decline)|\b(?:what|which) (?:percent|percentage)\b.{0,40}\b(?:grow|grew|increase|decrease|change|fall|rise|decline)|\bgrowth rate\b|\bhow (?:much|many) percent\b|\bin percent\b/i;
const DIFFERENCE =
  /\b(?:difference|change|increase|decrease|decline)\b.{0,12}\b(?:between|in|of)\b|\bhow much (?:more|less|higher|lower|larger|smaller)\b|\bby how much\b/i;
const AVERAGE = /\baverage\b/i;
const SUM = /\b(?:sum|total|combined|together)\b/i;
const SHARE =
  /\b(?:percentage|percent|share|proportion|fraction) of\b|\bas a (?:percentage|percent|share|proportion) of\b|\bmargin\b/i;
const RATIO = /\bratio\b|\bdivided by\b/i;

/** The arithmetic that a question's words ask for; null if they ask for none, or are ambiguous. */
export function arithmeticOf(question: string): Arithmetic | null {
  const text = withPlainYears(question.slice(0, LONGEST)).replace(/[?.!]\s*$/, '');
  const measure = measureAsked(text);
  if (measure) return { kind: 'measure', operands: [...measure.items.values()], measure };
  const years = [...new Set(text.match(YEARS) ?? [])].toSorted();
  if (years.length >= 2) {
    const bare = figureIn(text);
    const each = withYearsBetween(text, years).map((year) => `${bare} ${year}`);
    const [first = '', last = ''] = [each[0], each.at(-1)];
    if (PERCENT_CHANGE.test(text)) return { kind: 'percent_change', operands: [last, first] };
    if (AVERAGE.test(text)) return { kind: 'average', operands: each };
    if (DIFFERENCE.test(text)) return { kind: 'difference', operands: [last, first] };
    if (SUM.test(text)) return { kind: 'sum', operands: each };
    return null;
  }
  return betweenTwo(text);
}

/** A range of years: a sum or an average has every one of them. */
const RANGE =
  /\b((?:19|20)\d\d)\s?(?:to|through|until|till|-|–)\s?((?:19|20)\d\d)\b|\bbetween ((?:19|20)\d\d) and ((?:19|20)\d\d)\b/i;
const LONGEST_RANGE = 30;

function withYearsBetween(text: string, years: readonly string[]): readonly string[] {
  const found = RANGE.exec(text);
  const [first, last] = [Number(found?.[1] ?? found?.[3]), Number(found?.[2] ?? found?.[4])];
  if (!found || last <= first || last - first > LONGEST_RANGE) return years;
  return Array.from({ length: last - first + 1 }, (_year, at) => String(first + at));
}

/** Arithmetic between two figures of the same period: the question names both. */
function betweenTwo(text: string): Arithmetic | null {
  const when = whenIn(text);
  const pair = (kind: Arithmetic['kind'], a: string | undefined, b: string | undefined): Arithmetic | null =>
    a === undefined || b === undefined || a.trim() === '' || b.trim() === ''
      ? null
      : { kind, operands: [a, b].map((one) => `${figureIn(one)} ${when}`.trim()) };
  const own =
    /^(?:(?:what|which) (?:is|was|were|are) )?(.{2,200}?)(?:['’]s?)\s(?:share|percentage|proportion) of (?:the )?(?:total )?(.{3,300})$/i.exec(
      text,
    );
  if (own) return pair('share', `${own[1]} ${own[2]}`, `total ${own[2]}`);
  const have =
    /\b(?:share|percentage|proportion) of (?:the )?total (.{3,200}?) did (.{2,200}?) (?:have|make|account for)\b/i.exec(
      text,
    );
  if (have) return pair('share', `${have[2]} ${have[1]}`, `total ${have[1]}`);
  const as = /^(.{3,300}?)\bas a (?:percentage|percent|share|proportion) of (.{3,300})$/i.exec(text);
  if (as) return pair('share', as[1], as[2]);
  const of = SHARE.exec(text)
    ? /\b(?:percentage|percent|share|proportion|fraction) of (.{3,300}?)\s(?:was|were|is|are|did|does|came from|went to|comes from) (.{3,300})$/i.exec(
        text,
      )
    : null;
  if (of) return pair('share', of[2], of[1]);
  const ratio = RATIO.test(text)
    ? /\b(?:ratio of )?(.{3,300}?)\s(?:to|divided by) (.{3,300})$/i.exec(
        text.replace(/^.{0,200}?\bratio of /i, ''),
      )
    : null;
  if (ratio) return pair('ratio', ratio[1], ratio[2]);
  const more =
    /\bhow much (?:more|higher|larger|greater) (?:was|were|is|are) (.{3,300}?) than (.{3,300})$/i.exec(text);
  if (more) return pair('difference', more[1], more[2]);
  const between = /\bdifference between (.{3,300}?) and (.{3,300})$/i.exec(text);
  if (between) return pair('difference', between[1], between[2]);
  const sum = SUM.test(text)
    ? /\b(?:sum of|total of|combined) (.{3,300}?) and (.{3,300})$/i.exec(text)
    : null;
  if (sum) return pair('sum', sum[1], sum[2]);
  return null;
}

/** The years of a question, and its quarter. */
function whenIn(text: string): string {
  return [...new Set([...(text.match(YEARS) ?? []), ...(text.match(/\bq[1-4]\b/gi) ?? [])])].join(' ');
}

/** A phrase without the words of the arithmetic, and without years. */
function figureIn(text: string): string {
  return text
    .replace(/\b(?:(?:in|for|of|from|to|at|during|and|fiscal|year) ){0,3}(?:19|20)\d\d\b/gi, ' ')
    .replace(
      /\b(?:percentage|percent|change|increase|decrease|growth|decline|difference|average|sum|combined|together|between|ratio|share|proportion|margin|rate|grow|grew|rise|rose|fall|fell|than|compared|total of)\b/gi,
      ' ',
    )
    .replace(/\s{1,40}/g, ' ')
    .trim();
}

/** The expression over the values as they are written in it (`[7]`, `abs([7])`), in the order of the operands. */
export function expressionFor({ kind, measure }: Arithmetic, all: readonly string[]): string {
  const [a = '', b = ''] = all;
  switch (kind) {
    case 'percent_change':
      return `(${a} - ${b}) / ${b} * 100`;
    case 'difference':
      return `${a} - ${b}`;
    case 'sum':
      return all.join(' + ');
    case 'average':
      return `(${all.join(' + ')}) / ${all.length}`;
    case 'share':
      return `${a} / ${b} * 100`;
    case 'ratio':
      return `${a} / ${b}`;
    case 'measure':
      return measure ? measureExpression(measure, all) : '';
  }
}
