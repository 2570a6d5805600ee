import { createHmac } from 'node:crypto';
import { findSecrets } from './find-secrets';
import type { FoundSecret } from './secret';

/** A text without its secrets. */
export interface Masked {
  /** Each secret is a placeholder, with as many line feeds as it had: every line keeps its number. */
  readonly text: string;
  /** In order; empty where the text is as it was. */
  readonly found: readonly FoundSecret[];
  /** Where a place of the original text is in this one; a place within a secret is where its placeholder starts. */
  readonly at: (offset: number) => number;
}

/** Digits of a placeholder that tell values apart: 2^32 of them, so that two values of a repository hardly ever share one. */
const DIGITS = 8;

/**
 * Masks the secrets of one repository. The same value gets the same placeholder, `<secret:KIND:DIGITS>`, in all its files. The digits are a
 * keyed hash: without the key nobody can try values, and another repository has other digits.
 *
 * @example (await new Masker(key, 'shop').mask(text, 'src/pay.ts')).text // … apiKey: '<secret:stripe-secret-key-live:9f31c02a>'
 */
export class Masker {
  /** Tells the placeholders of this key and repository from others. */
  readonly id: string;

  constructor(
    private readonly key: Buffer,
    private readonly repository: string,
    /** Paths that are left as they are. */
    private readonly isAllowed: (path: string) => boolean = () => false,
  ) {
    this.id = createHmac('sha256', key).update(`id\0${repository}`).digest('hex').slice(0, 16);
  }

  /** What a path's texts are masked by: another one than before where it is left as it is now. */
  idOf(path: string): string {
    return this.isAllowed(path) ? 'allowed' : this.id;
  }

  /** @param path of the file, relative to the root: some files hold secrets by their names */
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
  // From the next placeholder, else from the end, back to the offset: what lies between was not changed.
  return following ? following.to - (following.start - offset) : length + Math.min(offset, total) - last.end;
}
