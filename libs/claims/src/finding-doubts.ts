import { decimalOf, isShare, sameNumber, scaleOf } from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import { readByOcr, type ClaimStatus, type Finding, type Turn } from '@quarry/turn';

/** Why a value must not be relied on as it is. */
export interface Doubt {
  readonly status: Exclude<ClaimStatus, 'supported' | 'inferred'>;
  readonly why: string;
}

type Checked = Pick<Finding, 'n' | 'label' | 'value' | 'unit' | 'check'> &
  Partial<Pick<Finding, 'path' | 'page' | 'place' | 'quote' | 'context'>>;

/** Confidence of OCR below which a number counts as unchecked: digits and decimal points get lost. */
const SURE = 0.9;

/**
 * Why a finding does not support what cites it: its page says otherwise, it is nowhere, another finding has another
 * value under its label, or a part of it was not compared. Null for a number that was compared in all parts, and
 * for a text, whose words are compared with its quotation.
 */
function doubtAbout(finding: Checked, all: readonly Checked[]): Doubt | null {
  const { n, value, check } = finding;
  if (check.verdict === 'contradicted') return { status: 'contradicted', why: `[${n}] ${check.why}` };
  if (check.stands === 'nowhere') return { status: 'unsupported', why: `[${n}] ${check.why}` };
  if (decimalOf(value) === null) return null;
  const rival = all.find((other) => disagree(finding, other));
  if (rival)
    return {
      status: 'unchecked',
      why: `[${rival.n}] has ${amount(rival)} under the same label as [${n}], ${amount(finding)}`,
    };
  if (check.verdict === 'unchecked') return { status: 'unchecked', why: `[${n}] ${check.why}` };
  const ocr = finding.place?.ocr;
  return ocr !== undefined && ocr < SURE
    ? { status: 'unchecked', why: `[${n}] ${readByOcr(ocr)}: compare it with the page` }
    : null;
}

/** The doubts about findings, and about calculations with such an input, by the number of their evidence. */
export function doubtsByNumber({ findings = [], calculations = [] }: Turn): ReadonlyMap<number, Doubt> {
  const doubts = new Map<number, Doubt>();
  for (const finding of findings) {
    const doubt = doubtAbout(finding, findings);
    if (doubt) doubts.set(finding.n, doubt);
  }
  for (const { n, inputs } of calculations)
    for (const input of inputs) {
      const doubt = doubts.get(input.n ?? -1);
      if (doubt && !doubts.has(n)) doubts.set(n, doubt);
    }
  return doubts;
}

/**
 * Findings that disagree: two numbers under one label, neither of which its page contradicts. One sentence for each
 * label.
 * @example
 * contradictionsAmong(turn.findings ?? []) // ['net_sales_2017 is 177866 millions in [1] and 135987 millions in [2]']
 */
export function contradictionsAmong(findings: NonNullable<Turn['findings']>): readonly string[] {
  const told = new Set<string>();
  return findings.flatMap((finding, at) => {
    const key = keyOf(finding.label);
    const rival = findings.slice(at + 1).find((other) => disagree(finding, other));
    if (!rival || told.has(key)) return [];
    told.add(key);
    return [`${finding.label} is ${amount(finding)} in [${finding.n}] and ${amount(rival)} in [${rival.n}]`];
  });
}

function disagree(a: Checked, b: Checked): boolean {
  if (a.n === b.n || keyOf(a.label) !== keyOf(b.label) || isElsewhere(a, b)) return false;
  if ([a, b].some(({ check }) => check.verdict === 'contradicted' || check.stands === 'nowhere'))
    return false;
  const [one, other] = [decimalOf(a.value), decimalOf(b.value)];
  if (one === null || other === null || isShare(a.unit) !== isShare(b.unit)) return false;
  // Another unit may be another rounding: 177.9 billion, 177,866 million.
  const inFull = (value: string, unit: string | undefined): number => Number(value) * 10 ** scaleOf(unit);
  const [left, right] = [inFull(one, a.unit), inFull(other, b.unit)];
  const decimals = (value: string): number => value.split('.')[1]?.length ?? 0;
  const rounding = Math.max(
    0.5 * 10 ** (scaleOf(a.unit) - decimals(one)),
    0.5 * 10 ** (scaleOf(b.unit) - decimals(other)),
  );
  return !sameNumber(String(left), String(right)) && Math.abs(left - right) > rounding;
}

/**
 * Two columns of one row, two rows of one page (`Total` of `Delayed` and of `Cancelled`), and values whose surroundings
 * name other years have one label only by chance.
 */
function isElsewhere(a: Checked, b: Checked): boolean {
  const areRows = [a, b].every(({ quote }) => quote?.includes(' | ') === true);
  if (areRows && a.path === b.path && (a.quote === b.quote || (a.page !== undefined && a.page === b.page)))
    return true;
  const [one, other] = [yearsIn(a.context), yearsIn(b.context)];
  return one.length > 0 && other.length > 0 && !one.some((year) => other.includes(year));
}

function yearsIn(text: string | undefined): readonly string[] {
  return text?.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
}

function keyOf(label: string): string {
  return queryTerms(
    label.replace(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=(?:19|20)\d\d)/gu, '$1$2 ').replaceAll('_', ' '),
  )
    .toSorted()
    .join(' ');
}

function amount({ value, unit }: Pick<Finding, 'value' | 'unit'>): string {
  return unit === undefined ? String(value) : `${value} ${unit.replaceAll('_', ' ')}`;
}
