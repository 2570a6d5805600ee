import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPrivateRedis, type PrivateRedis } from '@quarry/cli';
import { RunningEngine } from './engine-client.ts';
import { ENGINES } from './engines/index.ts';
import type { Measured } from './protocol.ts';
import { survive, type Survival } from './survival.ts';

export interface RunOptions {
  readonly engines: readonly string[];
  readonly hops: number;
  readonly inFlight: readonly number[];
  readonly rounds: number;
  readonly turns: number;
  readonly forMs: number;
  /** Turns of each engine's kill; 0: nothing is killed. */
  readonly killTurns: number;
  readonly scratch: string;
  readonly say: (what: string) => void;
}

export interface Speed {
  readonly engine: string;
  readonly inFlight: number;
  readonly rounds: readonly Measured[];
}

export interface Result {
  readonly titles: Readonly<Record<string, string>>;
  readonly speeds: readonly Speed[];
  readonly survivals: readonly Survival[];
}

/** Every engine in turn, round after round, then each is killed. */
export async function run(options: RunOptions): Promise<Result> {
  const titles: Record<string, string> = {};
  for (const name of options.engines) titles[name] = (await ENGINES[name]?.load())?.title ?? name;
  return { titles, speeds: await speedsOf(options), survivals: await survivalsOf(options) };
}

async function speedsOf({ engines, say, ...options }: RunOptions): Promise<Speed[]> {
  const { hops, inFlight, rounds, turns, forMs, scratch } = options;
  const servers: PrivateRedis[] = [];
  const running: RunningEngine[] = [];
  try {
    for (const name of engines) {
      const engine = await ENGINES[name]?.load();
      const redis = engine?.needsRedis === true ? await startPrivateRedis({ appendOnly: true }) : null;
      if (redis) servers.push(redis);
      const folder = join(scratch, name);
      await mkdir(folder, { recursive: true });
      running.push(
        await RunningEngine.start({ engine: name, hops, workMs: 0, folder, redisUrl: redis?.url ?? '' }),
      );
    }
    const speeds: Speed[] = [];
    for (const flight of inFlight) {
      say(`${flight} in flight: warming up`);
      const asked = { inFlight: flight, turns, forMs };
      for (const engine of running) await engine.measure({ ...asked, forMs: Math.min(2_000, forMs) });
      const measured = new Map<string, Measured[]>(engines.map((name) => [name, []]));
      for (let round = 0; round < rounds; round++) {
        say(`${flight} in flight: round ${round + 1} of ${rounds}`);
        // Every other round backwards: what goes first differs.
        for (const engine of round % 2 === 0 ? running : running.toReversed())
          measured.get(engine.name)?.push(await engine.measure(asked));
      }
      for (const [engine, all] of measured) speeds.push({ engine, inFlight: flight, rounds: all });
    }
    return speeds;
  } finally {
    for (const engine of running) await engine.close();
    for (const server of servers) await server.stop();
  }
}

async function survivalsOf({ engines, hops, killTurns, scratch, say }: RunOptions): Promise<Survival[]> {
  const survivals: Survival[] = [];
  for (const name of killTurns > 0 ? engines : []) {
    say(`killing ${name}`);
    const engine = await ENGINES[name]?.load();
    if (engine) survivals.push(await survive(name, engine, { turns: killTurns, hops, scratch }));
  }
  return survivals;
}
