import {
  figuresAsked,
  isNil,
  labelFits,
  type NumberInText,
  numbersIn,
  rowsOf,
  type TableCell,
  unitOf,
} from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import { textWithHead, type Evidence } from '@quarry/turn';
import { derivationOf } from './derivations';
import { isFigure, type NamedRow, type TableRuling, YEAR, yearsOf } from './table-cells';
import { PRESENTING } from './words';

const NEGATIVE =
  /\b(?:loss|losses|decreas\w*|declin\w*|fell|negative|minus|outflow\w*|used|deficit|reduc\w*|less|expens\w*|repay\w*|paid)\b/i;

/**
 * Checks the figures of a sentence against the tables of its evidence: the row that it names, the column of its year,
 * unit, scale and sign, or what follows from two cells. Null if it states no figure, or no table has its row.
 */
export function ruleByTables(
  sentence: string,
  sources: readonly { readonly item: Evidence }[],
): TableRuling | null {
  const plain = withoutMarks(sentence.replace(/\[\d+(?:, ?\d+)*\]/g, ' '));
  const rows = namedRows(plain, sources);
  const [best] = rows;
  if (!best) return null;
  const label = withoutMarks(best.row.label);
  const outside = plain.replace(label, ' '.repeat(label.length));
  const figures = numbersIn(outside).filter(
    ({ kind, text }) => kind !== 'year' && !/^(?:19|20)\d\d$/.test(text),
  );
  if (figures.length === 0) return null;
  const years = [...new Set(outside.match(YEAR) ?? [])];
  const rulings = figures.map((figure) => rule(figure, { plain: outside, years, rows, best }));
  const bad =
    rulings.find(({ status }) => status === 'contradicted') ??
    rulings.find(({ status }) => status !== 'supported');
  return bad ?? rulings[0] ?? null;
}

interface Asked {
  readonly plain: string;
  readonly years: readonly string[];
  readonly rows: readonly NamedRow[];
  readonly best: NamedRow;
}

function rule(figure: NumberInText, asked: Asked): TableRuling {
  const { best, years, plain } = asked;
  const derived = derivationOf(figure, plain, years, asked.rows);
  if (derived) return derived;
  const at = `[${best.n}]`;
  const { row } = best;
  const dated = row.cells.filter(({ header }) => yearsOf(header).length > 0);
  const meant = dated.filter(({ header }) => years.some((year) => yearsOf(header).includes(year)));
  const cells = years.length === 0 || dated.length === 0 ? row.cells : meant;
  const hit = cells.find((cell) => isFigure(figure, row, cell));
  const named = `'${row.label}'`;
  const when = years.length === 1 ? ` in ${years[0]}` : '';
  const other = hit
    ? undefined
    : asked.rows.find((one) => isPeer(one, best) && hasFigure(figure, one, years));
  if (other)
    return {
      status: 'inferred',
      why: `[${other.n}] has it for '${other.row.label}', but which of the rows of that name is meant was not compared`,
      open: 'to a model',
    };
  if (!hit) return missing(figure, cells, { ...asked, named, when });
  const unknown = unchecked(figure, hit, { ...asked, isDated: dated.length > 0 });
  if (unknown !== null)
    return {
      status: 'inferred',
      why: `${at} has ${hit.text} for ${named}, but ${unknown}`,
      open: 'to a model',
    };
  return { status: 'supported', why: `${at} has ${hit.text} for ${named}${when}`, open: 'no' };
}

/** What of a figure could not be compared with its cell. */
function unchecked(
  figure: NumberInText,
  cell: TableCell,
  { best, years, plain, isDated }: Asked & { readonly isDated: boolean },
): string | null {
  const unit = unitOf(best.row, cell);
  if (best.outside.length > 0) return 'the sentence has words that the table lacks';
  if (years.length > 0 && !isDated) return 'its column names no year';
  if (years.length === 0 && best.row.cells.length > 1) return 'the sentence names no column';
  if (figure.scale > 0 && (unit === undefined || !/thousand|million|billion/.test(unit)))
    return 'its table names no scale';
  if (
    figure.scale === 0 &&
    figure.kind !== 'percent' &&
    unit !== undefined &&
    /thousand|million|billion/.test(unit)
  )
    return `it counts in ${unit}`;
  if (isNegative(cell) && !figure.value.startsWith('-') && !NEGATIVE.test(`${plain} ${best.row.label}`))
    return 'it is negative';
  if (!isNegative(cell) && figure.value.startsWith('-')) return 'it is not negative';
  return null;
}

function missing(
  figure: NumberInText,
  cells: readonly TableCell[],
  { best, named, when, years }: Asked & { readonly named: string; readonly when: string },
): TableRuling {
  const [cell] = cells;
  const isShare = figure.kind === 'percent' && cell !== undefined && unitOf(best.row, cell) !== '%';
  const at = `[${best.n}]`;
  if (years.length > 0 && cells.length === 0)
    return { status: 'unsupported', why: `${at} has no column of ${years.join(', ')}`, open: 'to a model' };
  if (isShare)
    return {
      status: 'inferred',
      why: `${at} has ${named}, but '${figure.text}' was not computed again`,
      open: 'to a model',
    };
  if (cells.length === 1 && cell && best.outside.length === 0 && !isNil(cell.text))
    return {
      status: 'contradicted',
      why: `${at} has ${cell.text} for ${named}${when} instead of '${figure.text}'`,
      open: 'no',
    };
  return {
    status: best.outside.length === 0 ? 'unsupported' : 'inferred',
    why: `${at} has no '${figure.text}' for ${named}${when}`,
    open: 'to a model',
  };
}

/** Another row that the sentence names as well: `Net sales` of each segment. */
function isPeer(one: NamedRow, best: NamedRow): boolean {
  return one !== best && one.outside.length === best.outside.length && one.words >= best.words;
}

function hasFigure(figure: NumberInText, { row }: NamedRow, years: readonly string[]): boolean {
  return row.cells.some((cell) => {
    const own = yearsOf(cell.header);
    const isOfYear = years.length === 0 || own.length === 0 || own.some((year) => years.includes(year));
    return isOfYear && isFigure(figure, row, cell);
  });
}

function isNegative({ text }: TableCell): boolean {
  return /^[$€£]?\s*[(−–-]/.test(text);
}

/** Rows whose whole label the sentence has, the longest label first. */
function namedRows(sentence: string, sources: readonly { readonly item: Evidence }[]): readonly NamedRow[] {
  const own = new Set(queryTerms(sentence));
  const low = sentence.toLowerCase();
  const isLiteral = ({ row }: NamedRow): boolean => low.includes(withoutMarks(row.label).toLowerCase());
  const telling = [...own].filter((term) => !/^\d/.test(term) && !PRESENTING.has(term));
  const figures = figuresAsked(sentence).flatMap((figure) => (figure.kind === 'item' ? [figure] : []));
  return sources
    .flatMap(({ item }) => {
      const title = queryTerms(`${item.title ?? ''} ${item.path}`);
      return rowsOf(textWithHead(item)).flatMap((row): NamedRow[] => {
        const label = queryTerms(withoutMarks(row.label)).filter((term) => !/^\d/.test(term));
        const words = label.filter((term) => own.has(term)).length;
        // A label without a telling word ("Other") must stand there as it is.
        const isLabel =
          words > 0 ? words === label.length : plainWords(sentence).includes(plainWords(row.label));
        // `Revenue` and `net sales` are `Total net sales`.
        const usual = isLabel
          ? undefined
          : figures.find(({ item: known }) => labelFits(known, row.label) > 0);
        const isNamed = isLabel || usual !== undefined;
        if (plainWords(row.label).trim() === '' || !isNamed) return [];
        const context = new Set([
          ...label,
          ...title,
          ...queryTerms(usual?.phrase ?? ''),
          ...queryTerms(`${row.group} ${row.caption} ${row.cells.map(({ header }) => header).join(' ')}`),
        ]);
        return [{ n: item.n, row, words, outside: telling.filter((term) => !context.has(term)) }];
      });
    })
    .toSorted(
      (a, b) =>
        a.outside.length - b.outside.length ||
        b.words - a.words ||
        Number(isLiteral(b)) - Number(isLiteral(a)),
    );
}

/** A label without footnote marks: `Tax Fees(3)`. */
function withoutMarks(label: string): string {
  return label.replace(/(?<=[\p{L})])\s?\((?:\d{1,2}|[a-z])\)/gu, '').trim();
}

/** The words of a text in their order, between spaces. */
function plainWords(text: string): string {
  return ` ${
    withoutMarks(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}
