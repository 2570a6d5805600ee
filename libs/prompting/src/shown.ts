import { countTokens, type Evidence, type Need } from '@quarry/turn';
import { evidenceHead, formatEvidence } from './evidence-text';

/** How much of a piece of evidence is shown. */
type Level = 'text' | 'head' | 'number';

/** Which call shows which evidence, and how much of it. */
export class Shown {
  private readonly owners = new Map<number, string | null>();
  private readonly levels = new Map<number, Level>();
  /** Numbers that each call found, best first. */
  private readonly found: ReadonlyMap<string, readonly number[]>;

  constructor(
    private readonly evidence: readonly Evidence[],
    calls: readonly Need[],
  ) {
    for (const item of evidence) {
      // A call of one pass is served in the next. Earlier evidence is not a result of it.
      const owner = calls.find((need) => need.resolvedBy.includes(item.n) && need.pass < item.pass);
      this.owners.set(item.n, owner?.id ?? null);
      this.levels.set(item.n, 'text');
    }
    this.found = new Map(calls.map((need) => [need.id, need.resolvedBy]));
  }

  /** The results of a call, best first; null: evidence that no call found, by number. */
  ownedBy(call: string | null): readonly Evidence[] {
    const own = this.evidence.filter((item) => this.owners.get(item.n) === call);
    return own.toSorted((a, b) => this.rankOf(a) - this.rankOf(b) || a.n - b.n);
  }

  /** A piece, as far as there is room for it. */
  text(item: Evidence): string {
    switch (this.levels.get(item.n)) {
      case 'head':
        return `${evidenceHead(item)}\n(left out to save room; fetch_section with id "[${item.n}]" shows it again)`;
      case 'number':
        return `[${item.n}]`;
      default:
        return formatEvidence(item);
    }
  }

  /** True if all of these pieces are shown in full. */
  inFull(items: readonly Evidence[]): boolean {
    return items.length > 0 && items.every((item) => this.levels.get(item.n) === 'text');
  }

  /**
   * Shortens pieces until `measure` is at most `limit`, if possible: the oldest pass first, within a pass the least
   * relevant first.
   */
  fit(limit: number, measure: () => number): void {
    let over = measure() - limit;
    for (const level of ['head', 'number'] as const) {
      for (const item of this.inOrderOfLoss()) {
        // Tokens of parts do not add up exactly to those of the whole, and relations disappear with their pieces.
        if (over <= 0) over = measure() - limit;
        if (over <= 0) return;
        over -= this.shorten(item, level);
      }
    }
  }

  /** Shortens a piece and returns the saved tokens. A piece with a short text is not shortened. */
  private shorten(item: Evidence, level: Level): number {
    const [before, former] = [countTokens(this.text(item)), this.levels.get(item.n) ?? 'text'];
    this.levels.set(item.n, level);
    const saved = before - countTokens(this.text(item));
    if (saved <= 0) this.levels.set(item.n, former);
    return Math.max(0, saved);
  }

  private inOrderOfLoss(): readonly Evidence[] {
    return this.evidence.toSorted((a, b) => a.pass - b.pass || this.rankOf(b) - this.rankOf(a) || b.n - a.n);
  }

  /** Rank among the results of its call; after the last one if no call found it. */
  private rankOf(item: Evidence): number {
    const owner = this.owners.get(item.n) ?? null;
    const place = owner === null ? -1 : (this.found.get(owner)?.indexOf(item.n) ?? -1);
    return place < 0 ? this.evidence.length : place;
  }
}
