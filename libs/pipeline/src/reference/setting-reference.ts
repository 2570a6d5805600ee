import { getMetadataStorage } from 'class-validator';
import { PipelineSettings } from '../settings';
import { SETTING_MEANINGS } from './setting-meanings';

/** The description of a setting, independent of a pipeline: the row of docs/pipelines.md. */
export interface SettingReference {
  /** Dotted within a dictionary: `rerank.alpha`. */
  readonly name: string;
  /** JSON-safe; undefined if a pipeline must set it. */
  readonly default: unknown;
  /** Human-readable: `0 to 1`, `at least 0`, `text`, or the values in back-ticks. */
  readonly range: string;
  /** `tokens`, `seconds`, `minutes` or `passes`; null for the others. */
  readonly unit: string | null;
  /** Markdown, with back-ticks only. */
  readonly meaning: string;
}

interface Rule {
  readonly name?: string | undefined;
  readonly type: string;
  /** Undefined for rules without an argument, although the library's types say otherwise. */
  readonly constraints: readonly unknown[] | undefined;
}

type Class = new () => object;

/** Every setting with its default, range, unit and meaning, derived from the class that checks pipelines. */
export const SETTING_REFERENCE: readonly SettingReference[] = referenceOf(PipelineSettings);

function referenceOf(type: Class, prefix = ''): SettingReference[] {
  const defaults = new type() as Record<string, unknown>;
  return [...rulesOf(type)].flatMap(([key, rules]): SettingReference[] => {
    const value = defaults[key];
    const name = prefix + key;
    const nested = rules.some((rule) => rule.type === 'nestedValidation');
    if (nested && !Array.isArray(value))
      return referenceOf((value as object).constructor as Class, `${name}.`);
    const [unit, meaning] = SETTING_MEANINGS[name] ?? [null, ''];
    return [{ name, default: value, range: nested ? 'list of dictionaries' : rangeOf(rules), unit, meaning }];
  });
}

function rulesOf(type: Class): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>();
  const found = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  for (const { propertyName, name, type: kind, constraints } of found)
    rules.set(propertyName, [...(rules.get(propertyName) ?? []), { name, type: kind, constraints }]);
  return rules;
}

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
