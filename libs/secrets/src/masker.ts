import { createHmac } from 'node:crypto';
import { findSecrets } from './find-secrets';
import type { FoundSecret } from './secret';

/** A text without its secrets. */
export interface Masked {
  /** Each secret is replaced by a placeholder with the same number of line feeds: every line keeps its number. */
  readonly text: string;
  /** In order; empty if the text is unchanged. */
  readonly found: readonly FoundSecret[];
  /**
   * Maps an offset of the original text to this one; an offset within a secret maps to the start of its placeholder.
   */
  readonly at: (offset: number) => number;
}

/**
 * Hexadecimal digits of a placeholder that distinguish values: 2^32 of them, so that two values of a repository hardly
 * ever collide.
 */
const DIGITS = 8;

/**
 * Masks the secrets of one repository. Equal values get equal placeholders, `<secret:KIND:DIGITS>`, in all its files.
 * The digits are a keyed hash: values cannot be guessed without the key, and another repository has different digits.
 *
 * @example
 * const { text } = await new Masker(key, 'shop').mask("apiKey: 'sk_live_…'", 'src/pay.ts');
 * // apiKey: '<secret:stripe-secret-key-live:9f31c02a>'
 */
export class Masker {
  /** Matches the placeholders of this key and repository. */
  readonly id: string;

  constructor(
    private readonly key: Buffer,
    private readonly repository: string,
    /** Paths that are not masked. */
    private readonly isAllowed: (path: string) => boolean = () => false,
  ) {
    this.id = createHmac('sha256', key).update(`id\0${repository}`).digest('hex').slice(0, 16);
  }

  /** Version of the masking of a path: it changes if the path becomes allowed. */
  idOf(path: string): string {
    return this.isAllowed(path) ? 'allowed' : this.id;
  }

  /** @param path of the file, relative to the root: the names of some files identify secrets */
  async mask(text: string, path: string): Promise<Masked> {
    const spans = this.isAllowed(path) ? [] : await findSecrets(text, path);
    if (spans.length === 0) return { text, found: [], at: (offset) => offset };
    const found: FoundSecret[] = [];
    const pieces: string[] = [];
    const shifts: { readonly start: number; readonly end: number; readonly to: number }[] = [];
    let line = 1;
    let from = 0;
    let length = 0;
    for (const { kind, start, end } of spans) {
      const before = text.slice(from, start);
      const value = text.slice(start, end);
      line += feeds(before);
      found.push({ kind, line });
      const placeholder = this.placeholder(kind, value) + '\n'.repeat(feeds(value));
      line += feeds(value);
      length += before.length;
      shifts.push({ start, end, to: length });
      length += placeholder.length;
      pieces.push(before, placeholder);
      from = end;
    }
    pieces.push(text.slice(from));
    return { text: pieces.join(''), found, at: (offset) => moved(offset, shifts, text.length, length) };
  }

  private placeholder(kind: string, value: string): string {
    const hash = createHmac('sha256', this.key).update(`${this.repository}\0${value}`).digest('hex');
    return `<secret:${kind}:${hash.slice(0, DIGITS)}>`;
  }
}

function feeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** @param length of the masked text up to the end of its last placeholder */
function moved(
  offset: number,
  shifts: readonly { readonly start: number; readonly end: number; readonly to: number }[],
  total: number,
  length: number,
): number {
  const next = shifts.findIndex(({ start }) => start > offset);
  const last = shifts[(next < 0 ? shifts.length : next) - 1];
  if (!last) return offset;
  if (offset < last.end) return last.to;
  const following = shifts[shifts.indexOf(last) + 1];
  // Back from the next placeholder, or from the end, to the offset: the text in between is unchanged.
  return following ? following.to - (following.start - offset) : length + Math.min(offset, total) - last.end;
}
