import { LOCAL_TENANT } from '@quarry/gateway';
import { openPlatform, readConfig, readWorkspace, type Platform } from '@quarry/platform';
import type { TurnEvent } from '@quarry/turn';
import type { ArchivedTurn } from './turn-archive';

/** A finished turn as history keeps it. */
export type StoredRow = NonNullable<Awaited<ReturnType<Platform['historyStore']['row']>>>;

/** A turn that was asked of running services: with its log while Redis keeps it, later what history keeps. */
type ServedTurn = ArchivedTurn | { readonly row: StoredRow };

/**
 * Looks for a turn that this command line did not ask: in Redis where the bullmq carrier is configured, where a turn that still runs
 * is followed to its end, and in the history of the data folder. Null where neither knows it.
 */
export async function findServedTurn(id: string, dataDir: string): Promise<ServedTurn | null> {
  // Without a data folder there is no history, and none is begun.
  if (!(await readWorkspace(dataDir))) return null;
  const platform = await openPlatform(readConfig({ dataDir, embedderUrl: 'none' }));
  try {
    if (await platform.carrier.read(id)) {
      const events: TurnEvent[] = [];
      for await (const event of platform.carrier.events(id)) events.push(event);
      const view = await platform.carrier.read(id);
      if (view) return { turn: view.turn, events };
    }
    const row = await platform.historyStore.row(LOCAL_TENANT, id);
    return row && { row };
  } finally {
    await platform.close();
  }
}
