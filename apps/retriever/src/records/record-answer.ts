import { grouped, OPERATION_NAMES, ruleOf, type RecordAnswer } from '@quarry/retrieval';
import { escapeMarks } from '@quarry/turn';

/** Rows that are cited, at most. */
export const MOST_CITED = 3;

/**
 * An answer from the rows of a table, with its rule: `263 of 3,376 rows of airports.csv have state = AK`.
 * @param numbers the evidence numbers of the first rows
 */
export function recordAnswer(answer: RecordAnswer, numbers: readonly number[]): string {
  const marks = [...new Set(numbers)].map((n) => `[${n}]`).join(' ');
  return `${lead(answer)} ${marks}`.trimEnd() + `\n\n${escapeMarks(ruleOf(answer))}.`;
}

function lead({ reading, value, rows, table }: RecordAnswer): string {
  const { operation, measure, label } = reading;
  const head = escapeMarks(measure?.head ?? '');
  const shown = escapeMarks(operation === 'value' ? value : grouped(value));
  switch (operation) {
    case 'max':
    case 'min': {
      const names = rows.slice(0, MOST_CITED).map(({ cells }) => nameOf(cells, label?.at, measure?.at));
      const more = rows.length > MOST_CITED ? ` and ${rows.length - MOST_CITED} more` : '';
      const own = names.filter((name) => name !== '').join('; ');
      return `**${shown}** is the ${OPERATION_NAMES[operation]} ${head}${own === '' ? '' : `: ${escapeMarks(own)}${more}`}`;
    }
    case 'value':
      return `${escapeMarks(nameOf(rows[0]?.cells ?? [], undefined, measure?.at))}: ${head} **${shown}**`;
    case 'count':
      return `**${shown}** of ${grouped(String(table.rows.length))} rows`;
    case 'distinct':
      return `**${shown}** different values of ${head}`;
    default:
      return `**${shown}** is the ${OPERATION_NAMES[operation]} of ${head}`;
  }
}

/** What tells a row from others: the asked column, or its first text. */
function nameOf(cells: readonly string[], label: number | undefined, measure: number | undefined): string {
  if (label !== undefined) return cells[label] ?? '';
  const texts = cells.filter((cell, at) => at !== measure && /\p{L}/u.test(cell));
  return texts.slice(0, 2).join(', ').slice(0, 120);
}
