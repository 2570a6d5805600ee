import { costOf, passesOf, type Turn } from '@quarry/turn';
import type { Palette } from './palette';
import { printable } from './printable';

/** The turn of one of several pipelines for the same question. */
export interface Answered {
  readonly pipeline: string;
  readonly turn: Turn;
  /** From the question to the end of the turn. */
  readonly seconds: number;
}

/** Rows of the comparison; `–` if there is nothing to count. */
const ROWS: readonly (readonly [string, (answered: Answered) => string])[] = [
  ['outcome', ({ turn }) => turn.end?.outcome ?? 'running'],
  ['passes', ({ turn }) => String(passesOf(turn))],
  ['model calls', ({ turn }) => String(turn.spent.modelCalls)],
  ['tokens', ({ turn }) => tokens(turn)],
  ['cost', ({ turn }) => cost(turn)],
  ['seconds', ({ seconds }) => seconds.toFixed(1)],
  ['evidence', ({ turn }) => String(turn.evidence.length)],
  ['findings on page', ({ turn }) => share(turn.findings ?? [], ({ check }) => check.stands === 'on_page')],
  ['citations', ({ turn }) => String(turn.answer?.citations.length ?? 0)],
  ['numbers traced', ({ turn }) => share(turn.answer?.figures ?? [], ({ source }) => source !== null)],
  ['claims supported', ({ turn }) => share(turn.claims ?? [], ({ status }) => status === 'supported')],
  ['needs resolved', ({ turn }) => share(turn.needs, ({ status }) => status === 'resolved')],
];

const GAP = '  ';

/** A table with one column per pipeline and one line per measure. */
export function renderSideBySide(answers: readonly Answered[], { bold, dim }: Palette): string {
  const shown = printable(answers);
  const columns = shown.map((answered) => [
    answered.pipeline,
    ...ROWS.map(([, measure]) => measure(answered)),
  ]);
  const heads = ['', ...ROWS.map(([name]) => name)];
  const widths = [heads, ...columns].map((cells) => Math.max(...cells.map((cell) => cell.length)));
  const lines = heads.map((head, row) => {
    const cells = columns.map((column, at) => (column[row] ?? '').padEnd(widths[at + 1] ?? 0));
    const rest = cells.join(GAP).trimEnd();
    return `${dim(head.padEnd(widths[0] ?? 0))}${GAP}${row === 0 ? bold(rest) : rest}`;
  });
  return `${lines.join('\n')}\n`;
}

function tokens({ spent }: Turn): string {
  return spent.modelCalls === 0 ? '–' : `${spent.inputTokens} + ${spent.outputTokens}`;
}

function cost({ spent }: Turn): string {
  const sum = spent.calls.length === 0 ? null : costOf(spent.calls);
  return sum === null ? '–' : String(sum);
}

function share<T>(items: readonly T[], counts: (item: T) => boolean): string {
  return items.length === 0 ? '–' : `${items.filter(counts).length} of ${items.length}`;
}
