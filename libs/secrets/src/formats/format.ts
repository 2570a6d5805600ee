/**
 * A published format of a token. `trigger` is the literal that every token of this kind holds; a text without it is not searched further.
 * All repetitions are bounded and no two neighbours share a character, so a match takes time linear in the text.
 *
 * @example { kind: 'pulumi-access-token', trigger: 'pul-', body: '[a-f0-9]{40}', source: 'pulumi.com/docs/…' }
 */
export interface Format {
  readonly kind: string;
  readonly trigger: string;
  /** Regular expression of what follows the trigger. */
  readonly body: string;
  /** Where the format is published: the vendor's documentation, else the register of formats that names it. */
  readonly source: string;
  /** Regular expression of what stands before the trigger, of a fixed length; absent where the token starts with the trigger. */
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

/** Formats that differ in the trigger alone. */
export function formats(
  kind: string,
  triggers: readonly string[],
  body: string,
  source: string,
): readonly Format[] {
  return triggers.map((trigger) => format(kind, trigger, body, source));
}
