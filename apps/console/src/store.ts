import { useEffect, useState } from 'preact/hooks';

/** One value that several parts of the page follow. */
export class Store<T> {
  private readonly followers = new Set<(value: T) => void>();

  constructor(private now: T) {}

  get value(): T {
    return this.now;
  }

  set(value: T): void {
    this.now = value;
    for (const follower of this.followers) follower(value);
  }

  /** Calls `follower` with every later value; returns a function that stops it. */
  follow(follower: (value: T) => void): () => void {
    this.followers.add(follower);
    return () => {
      this.followers.delete(follower);
    };
  }
}

/** The value of a store. The component is rendered again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(store.value);
    return store.follow(setValue);
  }, [store]);
  return value;
}
