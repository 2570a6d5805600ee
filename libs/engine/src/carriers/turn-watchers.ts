interface Watcher {
  readonly turnId: string;
  readonly changed: () => void;
}

/** Those in this process who want to know when a turn is asked to end. They come and go with every hop, and are few at a time; such news is rare. */
export class TurnWatchers {
  private readonly watchers = new Set<Watcher>();

  /** Gives what ends the watch. */
  watch(turnId: string, changed: () => void): () => void {
    const watcher = { turnId, changed };
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  tell(turnId: string): void {
    for (const watcher of this.watchers) if (watcher.turnId === turnId) watcher.changed();
  }
}
