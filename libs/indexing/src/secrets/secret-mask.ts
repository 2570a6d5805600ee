import type { FoundSecret, Masked, Masker } from '@quarry/secrets';
import { RULES_VERSION } from '@quarry/secrets';
import type { FactsCache, SecretScan } from '../cache/facts-cache';
import { sha256 } from '../source/decode';

/** A secret and the file that contains it. */
export interface SecretPlace extends FoundSecret {
  /** Relative to the root. */
  readonly path: string;
}

/** The result of a search for secrets in a file. */
export interface ScanResult {
  /**
   * Hash of the bytes if nothing is masked, otherwise of the bytes and the masked text: only the hash of files with
   * secrets changes.
   */
  readonly hash: string;
  readonly isMasked: boolean;
}

/**
 * Masks what a run reads, and remembers the positions of secrets by content, so that an unchanged file is searched
 * once.
 */
export class SecretMask {
  private readonly places = new Map<string, readonly FoundSecret[]>();

  /** @param masker null: secrets are not searched for */
  constructor(
    private readonly masker: Masker | null,
    private readonly cache: FactsCache,
  ) {}

  /** What an earlier run found in a file with these bytes; null if it was not searched with these rules. */
  known(path: string, hash: string): ScanResult | null {
    if (!this.masker) return { hash, isMasked: false };
    const scan = this.cache.scan(this.scanKey(path, hash));
    return scan && this.noted(path, hash, scan);
  }

  /** Searches a text, or returns the remembered result. `text`: the masked text; null if the result was remembered. */
  async look(
    path: string,
    hash: string,
    text: string,
  ): Promise<ScanResult & { readonly text: string | null }> {
    const known = this.known(path, hash);
    if (known) return { ...known, text: null };
    const masked = await this.mask(path, text);
    return { ...this.note(path, hash, masked.found, masked.text), text: masked.text };
  }

  mask(path: string, text: string): Promise<Masked> {
    return (
      this.masker?.mask(text, path) ?? Promise.resolve({ text, found: [], at: (offset: number) => offset })
    );
  }

  /** Remembers what was found in a file. @param masked its masked text */
  note(path: string, hash: string, found: readonly FoundSecret[], masked: string): ScanResult {
    if (!this.masker) return { hash, isMasked: false };
    const scan = { digest: found.length > 0 ? sha256(masked) : null, found };
    this.cache.setScan(this.scanKey(path, hash), scan);
    return this.noted(path, hash, scan);
  }

  /** Every masked secret, by path; null if secrets were not searched for. */
  report(): readonly SecretPlace[] | null {
    if (!this.masker) return null;
    return [...this.places]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([path, found]) => found.map((secret) => ({ path, ...secret })));
  }

  /** Removes summaries that an earlier run made from unmasked texts. */
  async cleanSummaries(): Promise<void> {
    const mark = `summaries ${this.masker?.id ?? ''} ${RULES_VERSION}`;
    if (!this.masker || this.cache.mark(mark) !== null) return;
    for (const { key, text } of this.cache.summaries()) {
      const { found } = await this.mask('', text);
      if (found.length > 0) this.cache.forgetSummary(key);
    }
    this.cache.setMark(mark, 'masked');
  }

  private noted(path: string, hash: string, { digest, found }: SecretScan): ScanResult {
    if (digest === null) return { hash, isMasked: false };
    this.places.set(path, found);
    // Drops facts that were read while secrets were not masked.
    this.cache.forgetFacts(path, hash);
    return { hash: sha256(JSON.stringify([hash, digest])), isMasked: true };
  }

  private scanKey(path: string, hash: string): string {
    return sha256(JSON.stringify([RULES_VERSION, this.masker?.idOf(path), path, hash]));
  }
}
