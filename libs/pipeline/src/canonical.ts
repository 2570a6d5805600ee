import { createHash } from 'node:crypto';
import { compareText } from './problem';

/** JSON without white space, with keys ordered by code units: equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareText(a, b))) : part,
  );
}

/** First 16 hex digits of the SHA-256 of the canonical JSON. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}

/** A copy that contains only JSON: no class instances, no undefined. */
export function jsonCopy<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(value: T): T {
  // Values that are not objects count as frozen.
  if (!Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value as object)) deepFreeze(part);
  }
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
