import { Fault } from '@quarry/turn';
import type { z } from 'zod';
import { fieldOf } from './read-input';

/** Most problems that are reported of one body. */
const MOST_ISSUES = 5;

/**
 * Reads a request body by its schema.
 * @throws Fault `bad_request` with one sentence per field that is wrong, e.g. `'messages[0].role' must be …`
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const sentences = read.error.issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const field = fieldOf(path);
    return field === '' ? message : `'${field}' ${message}`;
  });
  throw new Fault('bad_request', sentences.join(' '));
}
