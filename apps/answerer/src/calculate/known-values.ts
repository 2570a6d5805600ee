import type { Reference } from '@quarry/arithmetic';
import { defined, type Turn } from '@quarry/turn';
import { likeliest } from './labels';

/** A value that an expression can refer to: a finding, or the result of an earlier calculation. */
export interface KnownValue {
  /** Its evidence number. */
  readonly n: number;
  /** Empty for an unnamed calculation. */
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
}

/** The values that expressions can refer to: findings first, then calculations in order. */
export function knownValues({ findings = [], calculations = [] }: Turn): readonly KnownValue[] {
  return [
    ...findings.map(({ n, label, value, unit }) => ({
      n,
      label,
      value: String(value),
      ...defined({ unit }),
    })),
    ...calculations.map(({ n, label = '', result }) => ({ n, label, value: result })),
  ];
}

/** The value that a reference denotes; null if it does not exist, or the reason if the reference is ambiguous. */
export function resolveValue(
  reference: Reference,
  known: readonly KnownValue[],
): KnownValue | { readonly why: string } | null {
  if (reference.kind === 'ref') return known.find(({ n }) => n === reference.n) ?? null;
  const named = likeliest(reference.name, known);
  const [first, ...others] = named;
  if (!first) return null;
  if (others.every(({ value, unit }) => value === first.value && unit === first.unit)) return first;
  const some = named.slice(0, 4).map(({ n, label }) => `${label} [${n}]`);
  const more = named.length > some.length ? `, or one of ${named.length - some.length} more` : '';
  return { why: `'${reference.name}' may be ${some.join(' or ')}${more}.` };
}
