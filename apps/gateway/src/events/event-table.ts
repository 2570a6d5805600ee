import { EVENT_SCHEMAS } from './event-schemas';
import type { JsonSchema } from './schema-parts';

/**
 * Returns one line of Markdown per event: its name, its meaning, and its fields other than `type` and `at`; optional
 * fields end with `?`.
 */
export function eventTable(): readonly string[] {
  return [
    '| event | meaning | data besides `type` and `at` |',
    '| --- | --- | --- |',
    ...Object.entries(EVENT_SCHEMAS).map(
      ([type, schema]) => `| \`${type}\` | ${schema.description} | ${fieldsOf(schema)} |`,
    ),
  ];
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).filter(([name]) => name !== 'type' && name !== 'at');
  const told = fields.map(([name, field]) => {
    const values = field.enum ? ` (${field.enum.map((value) => `\`${String(value)}\``).join(', ')})` : '';
    const inner = field.items?.properties ? `: of each ${fieldsOf(field.items)}` : '';
    return `\`${name}${required.includes(name) ? '' : '?'}\`${values}${inner}`;
  });
  return told.join(', ') || '–';
}
