interface Watcher {
  readonly turnId: string;
  readonly changed: () => void;
}

/**
 * Listeners in this process for requests to end a turn. They come and go with every hop, and are few at a time; such
 * requests are rare.
 */
export class TurnWatchers {
  private readonly watchers = new Set<Watcher>();

  /** Returns a function that ends the watch. */
  watch(turnId: string, changed: () => void): () => void {
    const watcher = { turnId, changed };
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  tell(turnId: string): void {
    for (const watcher of this.watchers) if (watcher.turnId === turnId) watcher.changed();
  }
}
