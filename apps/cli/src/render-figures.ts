import {
  defined,
  pagesInWords,
  whereaboutsOf,
  type Calculation,
  type Evidence,
  type Figure,
  type FigureSource,
  type Turn,
} from '@quarry/turn';
import type { Palette } from './palette';
import { openable, place, type Root } from './places';
import { sectionName, sectionTitles } from './section-titles';

/** Most lines, for numbers and for marked values; the rest is counted, and is in `--json`. */
const MOST = 24;
/** Most numbers from one place that a line shows. */
const MOST_AT_ONE_PLACE = 6;
/** Most columns that numbers are padded to. */
const WIDEST = 20;
/** Most characters of a value, an expression or a result. */
const LONGEST = 60;

/** The text for the numbers from one place. */
interface Row {
  readonly texts: readonly string[];
  readonly where: string;
  readonly mark: string;
  readonly below: readonly string[];
}

/**
 * The source of each number of the answer: page and section, or the expression with its inputs; numbers without a
 * source; and values that are not on their named page. Expects printable texts. Empty if the answer was not traced and
 * no value is marked.
 */
export function figureLines(turn: Turn, palette: Palette, root: Root): string[] {
  return [...numbers(turn, palette, root), ...marked(turn, palette)];
}

function numbers(turn: Turn, { bold, cyan, dim, yellow }: Palette, root: Root): string[] {
  const titles = sectionTitles(turn);
  const rows = byPlace((turn.answer?.figures ?? []).map((figure) => rowOf(figure, turn, titles, root)));
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST).map((row) => ({ ...row, text: joined(row) }));
  const width = Math.min(WIDEST, Math.max(...shown.map(({ text }) => text.length)));
  const lines = shown.flatMap(({ text, where, mark, below }) => {
    const place = mark === '' ? yellow(where) : `${where}  ${cyan(mark)}`;
    return [
      ...(text.length > width ? [`  ${text}`, `    ${place}`] : [`  ${text.padEnd(width)}  ${place}`]),
      ...below.map((line) => dim(`  ${' '.repeat(width)}  ${line}`)),
    ];
  });
  return [bold('Numbers'), ...lines, ...more(rows.length, dim), ''];
}

/** One row per place, in the order of the answer, with each of its numbers once. */
function byPlace(rows: readonly Row[]): readonly Row[] {
  const places = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.mark} ${row.where}`;
    const texts = new Set([...(places.get(key)?.texts ?? []), ...row.texts]);
    places.set(key, { ...row, texts: [...texts] });
  }
  return [...places.values()];
}

/** All numbers without a source are listed. */
function joined({ texts, mark }: Row): string {
  const most = mark === '' ? texts.length : MOST_AT_ONE_PLACE;
  const rest = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function rowOf({ text, source }: Figure, turn: Turn, titles: ReadonlyMap<string, string>, root: Root): Row {
  const texts = [text];
  if (!source) return { texts, where: 'not in the evidence', mark: '', below: [] };
  const mark = `[${source.n}]`;
  const calculation = turn.calculations?.find(({ n }) => n === source.n);
  if (source.kind === 'calculation' && calculation)
    return { texts, where: equation(calculation), mark, below: inputsOf(calculation, turn) };
  const section = sectionName(source.section, titles);
  return {
    texts,
    where: [whereOf(source, turn.evidence, root), section].filter(Boolean).join(', '),
    mark,
    below: [],
  };
}

function equation({ expression, result }: Calculation): string {
  return `${short(expression)} = ${short(result)}`;
}

/** `[7] = 5298 (page 35)` for each finding or calculation among the inputs. */
function inputsOf({ inputs }: Calculation, { findings = [] }: Turn): string[] {
  const named = new Map(
    inputs.flatMap((input) => (input.n === undefined ? [] : [[input.n, input.value] as const])),
  );
  const said = [...named].map(([n, value]) => {
    const page = findings.find((finding) => finding.n === n)?.page;
    return `[${n}] = ${short(value)}${page === undefined ? '' : ` (page ${page})`}`;
  });
  return said.length === 0 ? [] : [`with ${said.join(', ')}`];
}

function whereOf({ path, places, n }: FigureSource, evidence: readonly Evidence[], root: Root): string {
  const item = evidence.find((one) => one.n === n);
  const opens = openable({ path, ...defined({ repository: item?.repository }) }, root);
  if (places.length > 0) return `${opens}, ${pagesInWords(places)}`;
  return item ? place({ ...whereaboutsOf(item), path: opens }) : opens;
}

/** Values that are not on the page that the extraction named, or that the page contradicts. */
function marked({ findings = [] }: Turn, { bold, dim, yellow, red, cyan }: Palette): string[] {
  const odd = findings.filter(({ check }) => check.stands !== 'on_page' || check.verdict === 'contradicted');
  if (odd.length === 0) return [];
  const lines = odd.slice(0, MOST).map(({ label, value, unit, check, n }) => {
    const isWrong = check.stands === 'nowhere' || check.verdict === 'contradicted';
    const sign = isWrong ? red('✗') : yellow('≠');
    const what = `${label} = ${short(String(value), LONGEST / 2)}${unit === undefined ? '' : ` ${unit}`}`;
    return `  ${sign} ${what} ${cyan(`[${n}]`)} ${dim(`(${check.why})`)}`;
  });
  const title = odd.some(({ check }) => check.verdict === 'contradicted')
    ? 'Values that their page does not confirm'
    : 'Values that are not on their named page';
  return [bold(title), ...lines, ...more(odd.length, dim), ''];
}

function more(all: number, dim: Palette['dim']): string[] {
  return all > MOST ? [dim(`  … and ${all - MOST} more`)] : [];
}

function short(text: string, most = LONGEST): string {
  const plain = text.replace(/\s+/g, ' ');
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}
