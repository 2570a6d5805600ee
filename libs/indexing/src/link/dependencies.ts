/** What a look-up reads: its kind, a name, and a part of it, as one number of 32 bits. */
export type Dependency = number;

/** The kinds of look-ups in a project. */
export type LookUp =
  | 'file'
  | 'local'
  | 'handed on'
  | 'wildcards'
  | 'handed on whole'
  | 'node'
  | 'member'
  | 'qualified'
  | 'type'
  | 'method'
  | 'namespace'
  | 'bases'
  | 'include'
  | 'module'
  | 'feature';

/** What was read during one computation, itself or by results that it used. */
export class Readings {
  readonly own = new Set<Dependency>();
  readonly used = new Set<Readings>();

  /** All of it, sorted. */
  all(): Uint32Array {
    const seen = new Set<Readings>([this]);
    const found = new Set<Dependency>();
    for (const readings of seen) {
      for (const each of readings.own) found.add(each);
      for (const each of readings.used) seen.add(each);
    }
    return Uint32Array.from(found).sort();
  }
}

/**
 * Records what is looked up, so that a later run links only files for which a look-up has another result. Two look-ups
 * may have the same number by chance: then a file is linked needlessly, never the reverse.
 */
export class Dependencies {
  private readonly hashes = new Map<string, number>();
  /** The computation in progress. */
  current = new Readings();

  of(kind: LookUp, name: string, part = ''): Dependency {
    const named = Math.imul(this.hash(name), 0x9e3779b1) ^ this.hash(kind);
    return (part === '' ? named : Math.imul(named, 0x85ebca6b) ^ this.hash(part)) >>> 0;
  }

  read(kind: LookUp, name: string, part = ''): void {
    this.current.own.add(this.of(kind, name, part));
  }

  /** @returns what `work` read */
  during(work: () => void, readings = new Readings()): Readings {
    const outer = this.current;
    this.current = readings;
    try {
      work();
    } finally {
      this.current = outer;
    }
    return readings;
  }

  /** FNV-1a, kept for each text: most are asked for often. */
  private hash(text: string): number {
    const known = this.hashes.get(text);
    if (known !== undefined) return known;
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    this.hashes.set(text, hash);
    return hash;
  }
}
