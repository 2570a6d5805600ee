/** Those in this process who want to know when a turn is asked to end. */
export class TurnWatchers {
  private readonly watchers = new Map<string, Set<() => void>>();

  /** Gives what ends the watch. */
  watch(turnId: string, changed: () => void): () => void {
    const those = this.watchers.get(turnId) ?? new Set();
    this.watchers.set(turnId, those.add(changed));
    return () => {
      those.delete(changed);
      if (those.size === 0 && this.watchers.get(turnId) === those) this.watchers.delete(turnId);
    };
  }

  tell(turnId: string): void {
    for (const changed of this.watchers.get(turnId) ?? []) changed();
  }
}
