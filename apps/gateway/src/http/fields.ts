import { z } from 'zod';

const NAME = /^[\w.-]{1,100}$/;

/** Name of a pipeline or a session. */
export function name() {
  const error = 'must be a name of 1 to 100 letters, digits, ., _ and -';
  return z.string({ error }).regex(NAME, { error });
}

/** Text with at least one visible character. Space around it is removed. */
export function words(maxCharacters: number) {
  return z.string().max(maxCharacters).regex(/\S/, { error: 'must not be blank' }).trim();
}

/** Whole number in a body. Both limits are included. */
export function integer(min: number, max: number) {
  const error = rangeError(min, max);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** Whole number in a query, where every value is text. Both limits are included. */
export function queryInteger(min: number, max: number) {
  const error = rangeError(min, max);
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** `true` or `false` in a query, where every value is text. */
export function queryBoolean(byDefault: boolean) {
  const value = (text: unknown): unknown => (text === 'true' ? true : text === 'false' ? false : text);
  return z.preprocess(value, z.boolean().default(byDefault));
}

const ISO_TIME = z.union([
  z.iso.datetime({ offset: true, local: true }),
  z.iso.date(),
  z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/),
]);

/** Point in time in a query; read as milliseconds since the epoch. Without an offset it is the gateway's local time. */
export function queryTime() {
  const error = 'must be an ISO 8601 time such as 2026-01-31T12:00:00Z';
  return z
    .string({ error })
    .refine((text) => ISO_TIME.safeParse(text).success, { error })
    .transform((text) => Date.parse(text));
}

const rangeError = (min: number, max: number): string => `must be a whole number from ${min} to ${max}`;
