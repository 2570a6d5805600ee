import type { JsonObject } from './json-object';

/**
 * Looks up the first existing key of several, in any spelling (`sectionsTried`, `Sections tried`). Null counts as
 * absent.
 */
export function keysOf(object: JsonObject): (...keys: readonly string[]) => unknown {
  const written = new Map(Object.entries(object).map(([key, value]) => [plain(key), value]));
  return (...keys) =>
    keys.map((key) => written.get(plain(key))).find((value) => value !== undefined && value !== null);
}

/** A text, or a number or boolean as text; empty for everything else. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, '');
}
