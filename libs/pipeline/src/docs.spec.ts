import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { PipelineSettings, PROMPT_VARIABLES } from './index';

const page = readFileSync(join(__dirname, '../../../docs/pipelines.md'), 'utf8');

/** Rows of the table below `heading`, cells without back-ticks and white space around. */
function table(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

interface Rule {
  readonly name?: string | undefined;
  readonly type: string;
  /** Undefined for rules that take no argument, whatever the library's types say. */
  readonly constraints: readonly unknown[] | undefined;
}

function rulesOf(type: new () => object): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  for (const {
    propertyName,
    name,
    type: kind,
    constraints,
  } of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    rules.set(propertyName, [...(rules.get(propertyName) ?? []), { name, type: kind, constraints }]);
  }
  return rules;
}

/** The range as the page should say it, from the decorators. */
function rangeOf(rules: readonly Rule[]): string {
  const rule = (name: string) => rules.find((one) => one.name === name);
  const names = rule('isIn')?.constraints?.[0];
  if (rule('isBoolean')) return '`true`, `false`';
  const list = rule('isArray') ? 'list of ' : '';
  if (Array.isArray(names)) return `${list}${names.map((name) => `\`${String(name)}\``).join(', ')}`;
  if (rule('isString')) return `${list}text`;
  const bound = (name: string) => {
    const value = rule(name)?.constraints?.[0];
    return typeof value === 'number' ? String(value) : undefined;
  };
  const [min, max] = [bound('min'), bound('max')];
  return max === undefined ? `at least ${min ?? ''}` : `${min ?? ''} to ${max}`;
}

function documented(type: new () => object, prefix = ''): [string, string, string][] {
  const defaults = new type() as Record<string, unknown>;
  return [...rulesOf(type)].flatMap(([name, rules]): [string, string, string][] => {
    const value = defaults[name];
    if (Array.isArray(value) && rules.some((rule) => rule.type === 'nestedValidation'))
      return [[`\`${prefix}${name}\``, `\`${JSON.stringify(value)}\``, 'list of dictionaries']];
    if (rules.some((rule) => rule.type === 'nestedValidation')) {
      return documented((value as object).constructor as new () => object, `${name}.`);
    }
    return [
      [`\`${prefix}${name}\``, value === undefined ? 'none' : `\`${JSON.stringify(value)}\``, rangeOf(rules)],
    ];
  });
}

describe('docs/pipelines.md', () => {
  it('has every setting with its default and range, and no other', () => {
    const rows = table('Settings');
    expect(rows.map(([name, standard, range]) => [name, standard, range]).sort()).toEqual(
      documented(PipelineSettings).sort(),
    );
    for (const row of rows) expect(row[3]?.length).toBeGreaterThan(10);
  });

  it('has every prompt variable, and no other', () => {
    expect(table('Prompts').map(([name]) => name)).toEqual(PROMPT_VARIABLES.map((name) => `\`${name}\``));
  });
});
