/**
 * A published token format. `trigger` is a literal that every token of this kind contains; texts without it are not
 * searched further. All repetitions are bounded and no two adjacent ones share a character, so a match takes time
 * linear in the text.
 *
 * @example
 * { kind: 'pulumi-access-token', trigger: 'pul-', body: '[a-f0-9]{40}', source: 'pulumi.com/docs/…' }
 */
export interface Format {
  readonly kind: string;
  readonly trigger: string;
  /** Regular expression of the text after the trigger. */
  readonly body: string;
  /** Publication of the format: the vendor's documentation, otherwise the register of formats that lists it. */
  readonly source: string;
  /**
   * Regular expression, of a fixed length, of the text before the trigger; absent if the token starts with the trigger.
   */
  readonly before?: { readonly pattern: string; readonly lengths: readonly number[] };
}

/** One row of a table of formats. */
export function format(
  kind: string,
  trigger: string,
  body: string,
  source: string,
  before?: Format['before'],
): Format {
  return { kind, trigger, body, source, ...(before ? { before } : {}) };
}

/** Formats that differ only in the trigger. */
export function formats(
  kind: string,
  triggers: readonly string[],
  body: string,
  source: string,
): readonly Format[] {
  return triggers.map((trigger) => format(kind, trigger, body, source));
}
