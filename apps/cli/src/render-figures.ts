import {
  pagesInWords,
  whereaboutsOf,
  type Calculation,
  type Evidence,
  type Figure,
  type FigureSource,
  type Turn,
} from '@quarry/turn';
import type { Palette } from './palette';
import { openable, place } from './places';
import { sectionName, sectionTitles } from './section-titles';

/** Most numbers, and most marked values, that are shown; the rest is counted, and is in `--json`. */
const MOST = 24;
/** Most columns that a number is padded to. */
const WIDEST = 14;
/** Most characters of a value, an expression or a result. */
const LONGEST = 60;

/** What is shown of one number. */
interface Row {
  readonly text: string;
  readonly where: string;
  readonly mark: string;
  readonly below: readonly string[];
}

/**
 * Where each number of the answer stands: page and section, or the expression with its inputs; which stand in nothing that was found; and values
 * that do not stand where they were said to. The texts are printable already. Empty where the answer was not traced and nothing is marked.
 */
export function figureLines(turn: Turn, palette: Palette, root: string | null): string[] {
  return [...numbers(turn, palette, root), ...marked(turn, palette)];
}

function numbers(turn: Turn, { bold, cyan, dim, yellow }: Palette, root: string | null): string[] {
  const figures = distinct(turn.answer?.figures ?? []);
  if (figures.length === 0) return [];
  const titles = sectionTitles(turn);
  const rows = figures.slice(0, MOST).map((figure) => rowOf(figure, turn, titles, root));
  const width = Math.min(WIDEST, Math.max(...rows.map(({ text }) => text.length)));
  const lines = rows.flatMap(({ text, where, mark, below }) => [
    `  ${text.padEnd(width)}  ${mark === '' ? yellow(where) : `${where}  ${cyan(mark)}`}`,
    ...below.map((line) => dim(`  ${' '.repeat(width)}  ${line}`)),
  ]);
  return [bold('Numbers'), ...lines, ...more(figures.length, dim), ''];
}

/** Each number once for each of its sources, in the order of the answer. */
function distinct(figures: readonly Figure[]): readonly Figure[] {
  const byKey = new Map<string, Figure>();
  for (const figure of figures) {
    const key = `${figure.text} ${figure.source?.n ?? ''}`;
    if (!byKey.has(key)) byKey.set(key, figure);
  }
  return [...byKey.values()];
}

function rowOf(
  { text, source }: Figure,
  turn: Turn,
  titles: ReadonlyMap<string, string>,
  root: string | null,
): Row {
  if (!source) return { text, where: 'in nothing that was found', mark: '', below: [] };
  const mark = `[${source.n}]`;
  const calculation = turn.calculations?.find(({ n }) => n === source.n);
  if (source.kind === 'calculation' && calculation)
    return { text, where: equation(calculation), mark, below: inputsOf(calculation, turn) };
  const section = sectionName(source.section, titles);
  return {
    text,
    where: [whereOf(source, turn.evidence, root), section].filter(Boolean).join(', '),
    mark,
    below: [],
  };
}

function equation({ expression, result }: Calculation): string {
  return `${short(expression)} = ${short(result)}`;
}

/** `[7] = 5298 (page 35)` for each finding or calculation that went in. */
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

function whereOf(
  { path, places, n }: FigureSource,
  evidence: readonly Evidence[],
  root: string | null,
): string {
  const opens = openable(path, root);
  if (places.length > 0) return `${opens}, ${pagesInWords(places)}`;
  const item = evidence.find((one) => one.n === n);
  return item ? place({ ...whereaboutsOf(item), path: opens }) : opens;
}

/** Values that an extraction gave, and that do not stand on the page that it named. */
function marked({ findings = [] }: Turn, { bold, dim, yellow, red, cyan }: Palette): string[] {
  const odd = findings.filter(({ check }) => check.stands !== 'on_page');
  if (odd.length === 0) return [];
  const lines = odd.slice(0, MOST).map(({ label, value, unit, check, n }) => {
    const sign = check.stands === 'nowhere' ? red('✗') : yellow('≠');
    const what = `${label} = ${short(String(value), LONGEST / 2)}${unit === undefined ? '' : ` ${unit}`}`;
    return `  ${sign} ${what} ${cyan(`[${n}]`)} ${dim(`(${check.why})`)}`;
  });
  return [bold('Values that do not stand where they were said to'), ...lines, ...more(odd.length, dim), ''];
}

function more(all: number, dim: Palette['dim']): string[] {
  return all > MOST ? [dim(`  … and ${all - MOST} more`)] : [];
}

function short(text: string, most = LONGEST): string {
  const plain = text.replace(/\s+/g, ' ');
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}
