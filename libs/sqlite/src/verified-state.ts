import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Files up to this size are verified at every opening, in bytes: it takes a few milliseconds. */
const ALWAYS_VERIFIED = 524_288;

/**
 * Records the state of a database file that was verified, or that Quarry wrote and closed without an error, in
 * `FILE-verified`. Any other state comes from a killed process, another program or a restored backup, and must be
 * verified. A write changes the state of the file, and a killed process records none.
 *
 * @example
 * const state = new VerifiedState('/data/history.db');
 * if (!state.isCurrent()) verifyPages();
 * state.note(); // after the last write
 */
export class VerifiedState {
  /** The file that was there at first: another one may take its name later. */
  private readonly inode: bigint | null;

  constructor(private readonly file: string) {
    this.inode = inodeOf(file);
  }

  /** True if the file has not changed since {@link note}, and is not so small that verifying it costs nothing. */
  isCurrent(): boolean {
    const now = this.now();
    return now !== null && now.size > ALWAYS_VERIFIED && now.text === this.noted();
  }

  /**
   * Verifies the file and notes its state, unless another process changed it at the same time. @throws what `verify`
   * throws
   */
  noteAfter(verify: () => void): void {
    const before = this.now();
    verify();
    if (before !== null && before.text === this.now()?.text) this.note();
  }

  /** Notes the present state as verified. Without the right to write here, the file is verified at every opening. */
  note(): void {
    const now = this.now();
    if (now === null || now.size <= ALWAYS_VERIFIED || now.text === this.noted()) return;
    try {
      writeFileSync(this.notedIn, now.text, { mode: 0o600 });
    } catch {
      return;
    }
  }

  /** The next opening verifies the file. */
  forget(): void {
    rmSync(this.notedIn, { force: true });
  }

  private get notedIn(): string {
    return `${this.file}-verified`;
  }

  private noted(): string | null {
    try {
      return readFileSync(this.notedIn, 'utf8');
    } catch {
      return null;
    }
  }

  private now(): { readonly size: bigint; readonly text: string } | null {
    const found = statSync(this.file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined || found.ino !== this.inode) return null;
    const { ino, size, mtimeNs, ctimeNs } = found;
    return { size, text: `inode ${ino} size ${size} modified ${mtimeNs} changed ${ctimeNs}\n` };
  }
}

function inodeOf(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
