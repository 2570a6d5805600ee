import {
  decimalOf,
  figuresAsked,
  isShare,
  labelFits,
  plainWords,
  sameNumber,
  scaleOf,
  wholeNumber,
} from '@quarry/arithmetic';
import type { DraftFinding, FindingCheck } from '@quarry/turn';
import type { FigureAt } from './figure-at';
import { labelWords, yearsIn } from './label-words';

/** The result of comparing one part of a finding with the page: what differs, or what could not be compared. */
type Part = { readonly differs: string } | { readonly unknown: string } | null;

const NEGATIVE =
  /\b(?:loss|losses|decreas\w*|declin\w*|negative|outflow\w*|used|deficit|reduc\w*|less|expens\w*|repay\w*|repurchas\w*|paid|payments?|purchases?|costs?|tax(?:es)?|provision|dividends?|deductions?|allowance)\b/i;
/** Labels of shares. */
const RATE = /\b(?:rate|percent|percentage|pct|margin|share of|proportion)\b/i;
/** A year that need not be that of the calendar. */
const FISCAL = /\b(?:fiscal|fy)/i;
const DATE = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}, ((?:19|20)\d\d)\b/gi;
/** What a share is a share of: `Gross profit as a % of revenue(1)` is the gross profit rate. */
const OF_WHOLE = /\bas an? (?:%|percent|percentage|share) of .*/i;
const SHARE_WORD = /^(?:rate|margin|percentage|percent|ratio|share)$/;
const QUARTER = /\b(?:q[1-4]|quarter(?:ly)?|(?:three|six|nine) months)\b/i;

/**
 * Compares a finding with the number of the page by row, period, unit, scale and sign. `contradicted`: one of them
 * differs. `unchecked`: nothing differs, but one of them could not be compared.
 */
export function compareFigure(
  draft: Pick<DraftFinding, 'label' | 'value' | 'unit' | 'context'>,
  figure: FigureAt,
  names: string,
): Pick<FindingCheck, 'verdict' | 'why'> {
  const parts = [
    shareOf(draft, figure),
    scaleIn(draft, figure),
    periodOf(draft, figure),
    rowOf(draft, figure, names),
    signOf(draft, figure),
  ];
  const differs = parts.find((part) => part !== null && 'differs' in part);
  if (differs && 'differs' in differs) return { verdict: 'contradicted', why: `but ${differs.differs}` };
  const unknown = parts.flatMap((part) => (part !== null && 'unknown' in part ? [part.unknown] : []));
  if (unknown.length > 0) return { verdict: 'unchecked', why: `but ${unknown.join(', and ')}` };
  return { verdict: 'supported', why: `in the ${where(figure)}` };
}

function shareOf({ label, value, unit }: Parameters<typeof compareFigure>[0], figure: FigureAt): Part {
  const words = label.replaceAll('_', ' ');
  const wanted = isShare(unit) || (unit === undefined && RATE.test(words)) || /%/.test(String(value));
  const ratio = unit !== undefined && /\bratio\b/i.test(unit);
  if (wanted && !figure.isShare) {
    if ((figure.scale ?? 0) > 0 || /[$€£]/.test(figure.text))
      return { differs: `'${figure.text}' is an amount, not a percentage` };
    if (Math.abs(Number(decimalOf(value) ?? 0)) > 1_000)
      return { differs: `'${figure.text}' is not marked as a percentage` };
    return { unknown: `its page does not mark '${figure.text}' as a percentage` };
  }
  if (!wanted && !ratio && figure.isShare && unit !== undefined)
    return { differs: `'${figure.text}' is a percentage, not ${unit}` };
  if (!wanted && !ratio && figure.isShare) return { unknown: 'the value names no unit' };
  return null;
}

function scaleIn({ value, unit }: Parameters<typeof compareFigure>[0], figure: FigureAt): Part {
  if (figure.isShare) return null;
  const printed = wholeNumber(figure.text.replace(/\s/g, ''))?.value ?? null;
  const stated = decimalOf(value);
  if (printed === null || stated === null) return null;
  const own = scaleOf(unit);
  const inFull = (digits: string, power: number): string => `${digits.replace('-', '')}e${power}`;
  if (figure.scale === null) {
    if (own > 0) return { unknown: 'its page names no scale' };
    if (!sameNumber(stated.replace('-', ''), printed.replace('-', '')))
      return { unknown: 'its page names no scale' };
    return null;
  }
  const same = Number(inFull(stated, own)) === Number(inFull(printed, figure.scale));
  if (same) return null;
  if (unit === undefined)
    return { unknown: `the value names no unit, and its page counts in ${nameOf(figure.scale)}` };
  return { differs: `its page counts in ${nameOf(figure.scale)}, the value in ${unit}` };
}

function nameOf(scale: number): string {
  return { 3: 'thousands', 6: 'millions', 9: 'billions', 12: 'trillions' }[scale] ?? 'units';
}

function periodOf({ label, context = '' }: Parameters<typeof compareFigure>[0], figure: FigureAt): Part {
  const own = yearsIn(label);
  const wanted = own.length > 0 ? own : yearsIn(context);
  const there = yearsIn(figure.period);
  const kind = figure.kind === 'cell' ? 'column' : 'sentence';
  const asksQuarter = QUARTER.test(label.replaceAll('_', ' '));
  const isQuarter = QUARTER.test(`${figure.period} ${figure.around} ${figure.label}`);
  if (wanted.length > 0 && there.length > 0 && !wanted.some((year) => there.includes(year))) {
    const isFiscal = FISCAL.test(`${label.replaceAll('_', ' ')} ${context}`);
    const named = isFiscal ? wanted.find((year) => isFiscalYearOf(year, figure.period)) : undefined;
    if (named !== undefined && figure.fiscalYears.includes(named)) return null;
    if (named !== undefined)
      return { unknown: `its ${kind} is of ${there.join(', ')}, and its document has no fiscal ${named}` };
    return { differs: `it stands in a ${kind} of ${there.join(', ')}, not of ${wanted.join(', ')}` };
  }
  if (asksQuarter !== isQuarter && (asksQuarter || figure.kind === 'cell'))
    return { unknown: asksQuarter ? 'its page names no quarter' : 'its table may be of a part of the year' };
  if (wanted.length > 0 && there.length === 0) return { unknown: `its ${kind} names no year` };
  if (wanted.length === 0 && figure.rivals > 1) return { unknown: 'the label names no year' };
  if (there.length > 1 && figure.rivals > 1) return { unknown: `its ${kind} names ${there.length} years` };
  return null;
}

/**
 * Whether a fiscal year can have that number though a date of it is of another: the quarter to July 29, 2023 is of fiscal
 * 2024, and the year to January 28, 2023 may be fiscal 2022.
 */
function isFiscalYearOf(year: string, period: string): boolean {
  return [...period.matchAll(DATE)].some(([, month = '', dated]) => {
    const isEarly = /^(?:jan|feb)$/i.test(month);
    return Number(year) - Number(dated) === (isEarly ? -1 : 1);
  });
}

function rowOf({ label }: Parameters<typeof compareFigure>[0], figure: FigureAt, names: string): Part {
  const kept = (words: ReadonlySet<string>): ReadonlySet<string> =>
    figure.isShare ? new Set([...words].filter((word) => !SHARE_WORD.test(word))) : words;
  const row = kept(labelWords(figure.isShare ? figure.label.replace(OF_WHOLE, ' ') : figure.label));
  const wanted = kept(withoutFigure(label, figure, row));
  const around = new Set([...row, ...labelWords(figure.around), ...labelWords(names)]);
  const lacking = [...wanted].filter((word) => !around.has(word));
  const shared = (other: ReadonlySet<string>): number => [...wanted].filter((word) => other.has(word)).length;
  const own = shared(row);
  const better = figure.others.find((other) => {
    const words = labelWords(other);
    return shared(words) > own && shared(words) === words.size;
  });
  if (better !== undefined) return { differs: `it stands in the row '${figure.label}', not in '${better}'` };
  if (lacking.length > 0) return { unknown: `'${lacking.join(' ')}' is not in the ${where(figure)}` };
  if (own === 0) return { unknown: `its ${where(figure)} was not compared with the label` };
  // `Cost of sales` has all words of "sales".
  const more = [...row].filter((word) => !wanted.has(word) && !labelWords(names).has(word));
  if (figure.kind === 'cell' && more.length > 0)
    return { unknown: `its row '${figure.label}' also says '${more.join(' ')}'` };
  if (figure.kind === 'sentence' && figure.rivals > 1) return { unknown: 'its sentence has other figures' };
  return null;
}

/** The words of a label; a known figure that its row has under another name is in the words of the row: capex. */
function withoutFigure(
  label: string,
  { kind, label: there }: FigureAt,
  row: ReadonlySet<string>,
): ReadonlySet<string> {
  const words = labelWords(label);
  if (kind !== 'cell') return words;
  const phrase = figuresAsked(plainWords(label.replaceAll('_', ' '))).find((figure) =>
    figure.kind === 'item'
      ? labelFits(figure.item, there) > 0
      : figure.measure.asked.includes(plainWords(there.replace(/\([^()]{0,80}\)/g, ' '))),
  )?.phrase;
  if (phrase === undefined) return words;
  const own = labelWords(phrase);
  return new Set([...[...words].filter((word) => !own.has(word)), ...row]);
}

function where({ kind, label }: FigureAt): string {
  return kind === 'cell' ? `row '${label}'` : 'sentence';
}

function signOf({ label, value, context = '' }: Parameters<typeof compareFigure>[0], figure: FigureAt): Part {
  const isNegative = String(value).trim().startsWith('-') || /^\(.*\)$/.test(String(value).trim());
  if (isNegative === figure.isNegative) return null;
  const words = `${label.replaceAll('_', ' ')} ${context} ${figure.label}`;
  // Tables print a loss or a payment in parentheses, or without them where the row says what it is.
  if (NEGATIVE.test(words)) return figure.isNegative ? null : { unknown: 'its sign was not compared' };
  return { differs: figure.isNegative ? `'${figure.text}' is negative` : `'${figure.text}' is not negative` };
}
