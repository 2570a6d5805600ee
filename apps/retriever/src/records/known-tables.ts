import type { FoundRecords } from './found-records';

/** Characters of files whose tables are kept between questions. */
const MOST_CHARACTERS = 4_000_000;

/** Which file of which snapshot. */
interface Stored {
  readonly ref: { readonly repository: string; readonly snapshot: string };
  readonly path: string;
  /** The hash of its content: another one is read again. */
  readonly hash: string;
}

/** The tables of the files that were asked last, so that the next question does not read them again. */
export class KnownTables {
  private readonly files = new Map<
    string,
    { readonly characters: number; readonly found: readonly FoundRecords[] }
  >();
  private characters = 0;

  get(file: Stored): readonly FoundRecords[] | undefined {
    const key = keyOf(file);
    const known = this.files.get(key);
    if (!known) return undefined;
    // Last used, last removed.
    this.files.delete(key);
    this.files.set(key, known);
    return known.found;
  }

  keep(file: Stored, characters: number, found: readonly FoundRecords[]): void {
    if (characters > MOST_CHARACTERS) return;
    this.drop(keyOf(file));
    this.files.set(keyOf(file), { characters, found });
    this.characters += characters;
    for (const key of this.files.keys()) {
      if (this.characters <= MOST_CHARACTERS) break;
      this.drop(key);
    }
  }

  private drop(key: string): void {
    this.characters -= this.files.get(key)?.characters ?? 0;
    this.files.delete(key);
  }
}

function keyOf({ ref, path, hash }: Stored): string {
  return JSON.stringify([ref.repository, ref.snapshot, path, hash]);
}
