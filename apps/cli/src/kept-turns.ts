import { LOCAL_TENANT } from '@quarry/application/access';
import { TurnFinder, TurnList, type ListedTurn } from '@quarry/application/turns';
import { openPlatform, readConfig, readWorkspace, type Platform } from '@quarry/platform';
import { Fault, type SentPrompt, type TurnEvent } from '@quarry/turn';
import type { ArchivedTurn, TurnFilter } from '@quarry/turn-archive';

/** A finished turn as history keeps it. */
export type StoredRow = NonNullable<Awaited<ReturnType<Platform['historyStore']['row']>>>;

/** A turn with its log and what its models were sent; of one that is no longer in the archive, what history keeps. */
export type KeptTurn =
  (ArchivedTurn & { readonly prompts: readonly SentPrompt[] }) | { readonly row: StoredRow };

/** Turns of a data folder, whoever asked them: this command line, or `quarry serve`. */
export class KeptTurns {
  private readonly finder: TurnFinder;
  private readonly turns: TurnList;

  constructor(private readonly platform: Platform) {
    const { carrier, turnArchive, historyStore } = platform;
    this.finder = new TurnFinder(carrier, turnArchive, historyStore);
    this.turns = new TurnList(carrier, turnArchive);
  }

  /** Newest first. */
  async list(filter: TurnFilter, limit: number): Promise<readonly ListedTurn[]> {
    return (await this.turns.page(LOCAL_TENANT, filter, { limit })).turns;
  }

  /** The turn of this id, or, for `last`, the newest; one that still runs is followed to its end. Null where there is none. */
  async find(id: string): Promise<KeptTurn | null> {
    const wanted = id === 'last' ? (await this.list({}, 1))[0]?.id : id;
    if (wanted === undefined) return null;
    try {
      const found = await this.finder.any(LOCAL_TENANT, wanted);
      if (!('turn' in found)) return { row: found };
      const events = found.events ?? (await this.followed(wanted));
      const { turn } = found.status === 'running' ? await this.finder.whole(LOCAL_TENANT, wanted) : found;
      return { turn, events, prompts: await this.platform.turnArchive.prompts(LOCAL_TENANT, wanted) };
    } catch (error) {
      if (error instanceof Fault && error.code === 'turn_unknown') return null;
      throw error;
    }
  }

  private async followed(id: string): Promise<readonly TurnEvent[]> {
    const events: TurnEvent[] = [];
    for await (const event of this.platform.carrier.events(id)) events.push(event);
    return events;
  }
}

/** Opens the turns of a data folder for `use`, and closes them; `none` where there is no data folder, which is not begun for it. */
export async function withTurns<T>(
  dataDir: string,
  use: (turns: KeptTurns, root: string | null) => Promise<T>,
  none: () => T,
): Promise<T> {
  const workspace = await readWorkspace(dataDir);
  const config = readConfig({ dataDir, embedderUrl: 'none' });
  if (!workspace && config.repository === undefined) return none();
  const platform = await openPlatform(config);
  try {
    return await use(new KeptTurns(platform), workspace?.root ?? null);
  } finally {
    await platform.close();
  }
}

/** Of a turn that is not there. */
export function noSuchTurn(id: string, dataDir: string): Fault {
  return new Fault(
    'turn_unknown',
    `There is no ${id === 'last' ? 'turn' : `turn '${id.slice(0, 64)}'`} in ${dataDir}. 'quarry turns list' shows what is there; --data names another folder.`,
  );
}
