import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Turn, TurnEvent } from '@quarry/turn';

/** Turns kept; the oldest goes first. */
const KEPT = 200;

/** A finished turn with its whole log, as `quarry turns show` reads it. */
export interface ArchivedTurn {
  readonly turn: Turn;
  readonly events: readonly TurnEvent[];
}

/** Keeps turns that this command line asked: one JSON file each, under the data folder. */
export class TurnArchive {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'turns');
  }

  async save(archived: ArchivedTurn): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const file = join(this.folder, `${archived.turn.id}.json`);
    await writeFile(`${file}.new`, JSON.stringify(archived));
    await rename(`${file}.new`, file);
    // Ids begin with the time, so that names sort by age.
    for (const id of (await this.ids()).slice(KEPT))
      await rm(join(this.folder, `${id}.json`), { force: true });
  }

  async load(id: string): Promise<ArchivedTurn | null> {
    if (!/^[\w-]{1,64}$/.test(id)) return null;
    try {
      return JSON.parse(await readFile(join(this.folder, `${id}.json`), 'utf8')) as ArchivedTurn;
    } catch {
      return null;
    }
  }

  /** Newest first; what cannot be read is left out. */
  async all(): Promise<ArchivedTurn[]> {
    const loaded = await Promise.all((await this.ids()).map((id) => this.load(id)));
    return loaded.filter((archived) => archived !== null);
  }

  /** Newest first. */
  private async ids(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5))
      .toSorted()
      .toReversed();
  }
}
