import type { PropertySchema } from './json-tidy';

/** A list of texts. */
export function texts(description: string): PropertySchema {
  return { type: 'array', items: { type: 'string' }, description };
}
