import { unzipped, type ZipEntry } from './zip-directory';

/** The parts of a zipped Office file that was checked. */
export class Package {
  private readonly byName: ReadonlyMap<string, ZipEntry>;

  constructor(
    private readonly bytes: Uint8Array,
    readonly entries: readonly ZipEntry[],
  ) {
    // Names are compared without case, and writers of other systems use backslashes.
    this.byName = new Map(entries.map((entry) => [key(entry.name), entry]));
  }

  /** Unpacks a part; undefined if it does not exist. @throws Error if it is damaged */
  part(name: string): Uint8Array | undefined {
    const entry = this.byName.get(key(name));
    if (!entry) return undefined;
    const content = unzipped(this.bytes, entry, Math.max(1, entry.unpacked));
    if (typeof content === 'string') throw new Error(`its part ${name} is damaged`);
    return content;
  }

  /** Number of entries below a folder, e.g. of images. */
  count(folder: RegExp): number {
    return this.entries.filter(({ name }) => folder.test(name)).length;
  }
}

function key(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}
