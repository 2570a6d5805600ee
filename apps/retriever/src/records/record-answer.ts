import { grouped, labelOf, OPERATION_NAMES, ruleOf, type RecordAnswer } from '@quarry/retrieval';
import { capitalized, escapeMarks } from '@quarry/turn';

/** Rows that are cited, at most. */
export const MOST_CITED = 3;
/** Groups that are listed, at most. */
const MOST_GROUPS = 30;

/**
 * An answer from the rows of a table, with its rule: `263 of 3,376 rows of airports.csv have state = AK`.
 * @param numbers the evidence numbers of the first rows
 */
export function recordAnswer(answer: RecordAnswer, numbers: readonly number[]): string {
  const marks = [...new Set(numbers)].map((n) => `[${n}]`).join(' ');
  const lead = answer.groups ? leadOfGroups(answer, answer.groups) : leadOf(answer);
  const [first = '', ...listed] = lead;
  return [`${first} ${marks}`.trimEnd(), ...listed, '', `${escapeMarks(ruleOf(answer))}.`].join('\n');
}

/** One group, or a list of several with the number of their rows. */
function leadOfGroups(
  { reading, numberOfGroups }: RecordAnswer,
  groups: NonNullable<RecordAnswer['groups']>,
): readonly string[] {
  const { operation, measure, group, order } = reading;
  const of = measure ? ` of ${escapeMarks(measure.head)}` : '';
  const name = group ? `${OPERATION_NAMES[operation]}${of}` : escapeMarks(measure?.head ?? '');
  const [first, second] = groups;
  if (first && !second) return [`${escapeMarks(first.label)}: ${name} **${grouped(first.value)}**`];
  const shown = groups.slice(0, MOST_GROUPS);
  const more = groups.length - shown.length;
  const by = group ? `, by ${escapeMarks(group.shown)}` : '';
  const places = order ? `${groups.length} of ${grouped(String(numberOfGroups ?? groups.length))}` : '';
  return [
    `${capitalized(name)}${by}${places === '' ? '' : ` (${places})`}:`,
    '',
    ...shown.map(({ label, value, rows }) => {
      const size = group && operation !== 'count' ? ` (${grouped(String(rows.length))} rows)` : '';
      return `- ${escapeMarks(label)}: **${grouped(value)}**${size}`;
    }),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

function leadOf({ reading, value, rows, selected, table }: RecordAnswer): readonly string[] {
  const { operation, measure, label } = reading;
  const head = escapeMarks(measure?.head ?? '');
  switch (operation) {
    case 'max':
    case 'min': {
      const names = rows.slice(0, MOST_CITED).map((row) => labelOf(row, label, measure));
      const more = rows.length > MOST_CITED ? ` and ${rows.length - MOST_CITED} more` : '';
      const own = names.filter((name) => name !== '').join('; ');
      const of = own === '' ? '' : `: ${escapeMarks(own)}${more}`;
      return [`**${grouped(value)}** is the ${OPERATION_NAMES[operation]} ${head}${of}`];
    }
    case 'value':
      return [
        `${escapeMarks(rows[0] ? labelOf(rows[0], undefined, measure) : '')}: ${head} **${escapeMarks(value)}**`,
      ];
    case 'count':
      return [`**${grouped(value)}** of ${grouped(String(table.rows.length))} rows`];
    case 'share':
      return [`**${value}**, ${grouped(String(rows.length))} of ${grouped(String(selected.length))} rows`];
    case 'distinct':
      return [`**${grouped(value)}** different values of ${head}`];
    default:
      return [`**${grouped(value)}** is the ${OPERATION_NAMES[operation]} of ${head}`];
  }
}
