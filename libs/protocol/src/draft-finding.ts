import { sameNumber, scaleOf, wholeNumber, type NumberInText } from '@quarry/arithmetic';
import { asObject, type JsonObject } from './json-object';
import { keysOf, textOfValue } from './json-keys';

/** A finding in the form of the schema, with all fields. */
export interface FormalFinding {
  readonly label: string;
  readonly value: number | string;
  /** Empty if there is none. The same applies to the section and the context. */
  readonly unit: string;
  readonly page: number | null;
  readonly section: string;
  readonly context: string;
}

/** Maximum lengths in characters; the rest of each is cut. */
const LONGEST = { label: 200, value: 2_000, unit: 60, section: 500, context: 1_000 } as const;
const LAST_PAGE = 100_000;
/** Digits that a floating-point number can represent exactly. */
const SAFE_DIGITS = 15;

const LABELS = ['label', 'name', 'key', 'metric'] as const;
const VALUES = ['value', 'amount'] as const;

/** True for an object that is one finding. */
export function isFinding(object: JsonObject): boolean {
  const get = keysOf(object);
  return get(...LABELS) !== undefined && get(...VALUES) !== undefined;
}

/**
 * A finding as models write it: a number as text (`"$5,298"`) becomes the number; a page may be `"p. 35"` or missing.
 * Null without a label or a value.
 */
export function formalFinding(item: unknown): FormalFinding | null {
  const object = asObject(item);
  if (!object) return null;
  const get = keysOf(object);
  const text = (part: keyof typeof LONGEST, ...keys: readonly string[]): string =>
    textOfValue(get(...keys))
      .slice(0, LONGEST[part])
      .trim();
  const label = text('label', ...LABELS);
  const { value, unit } = valueOf(get(...VALUES), text('unit', 'unit', 'units'));
  if (label === '' || value === '') return null;
  return {
    label,
    value,
    unit,
    page: pageOf(get('page', 'page_number', 'pages')),
    section: text('section', 'section', 'section_id', 'section_title', 'source'),
    context: text('context', 'context', 'quote', 'description', 'note'),
  };
}

/** The value, as an exact number if it is one; and the unit, if only the value contains it. */
function valueOf(written: unknown, unit: string): Pick<FormalFinding, 'value' | 'unit'> {
  if (typeof written === 'number') return { value: written, unit };
  const text = (
    Array.isArray(written) ? written.map(textOfValue).filter(Boolean).join('; ') : textOfValue(written)
  )
    .slice(0, LONGEST.value)
    .trim();
  const number = /^0\d/.test(text) ? null : wholeNumber(text);
  // "5.3 billion" with a unit other than billions stays as written.
  if (!number || (number.scale > 0 && unit !== '' && scaleOf(unit) !== number.scale))
    return { value: text, unit };
  return { value: exact(number.value), unit: unit === '' ? unitOf(number) : unit };
}

function unitOf({ kind, currency, scale }: NumberInText): string {
  if (kind === 'percent') return '%';
  const word = { 3: 'thousand', 6: 'million', 9: 'billion', 12: 'trillion' }[scale];
  return [currency, word].filter((part) => part !== undefined).join(' ');
}

function exact(digits: string): number | string {
  const number = Number(digits);
  return digits.replace(/\D/g, '').length <= SAFE_DIGITS && sameNumber(String(number), digits)
    ? number
    : digits;
}

/** 35 for `35`, `"35"`, `35.0`, `"p. 35"`, `"35-36"`, `[35]`; null without a page. */
function pageOf(written: unknown): number | null {
  const value: unknown = Array.isArray(written) ? written[0] : written;
  const digits = typeof value === 'string' ? /\d{1,7}(?![\d]|\.[1-9])/.exec(value)?.[0] : undefined;
  const page = typeof value === 'number' ? value : Number(digits ?? NaN);
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : null;
}
