/**
 * One engine in a process of its own, started by `engine-client.ts` with its settings as JSON in argv[2]. It measures when it is told to; or begins turns until it
 * kills itself; or brings those to their end that were begun then.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '@quarry/cli';
import { ENGINES } from './engines/index.ts';
import type { Asked, Measured, Settings } from './protocol.ts';

const settings = JSON.parse(process.argv[2] ?? '') as Settings;
const engine = await ENGINES[settings.engine]?.load();
if (!engine) throw new Error(`There is no engine '${settings.engine}'.`);

let hops = 0;
const { killAt = Infinity } = settings;
const opened = await engine.open({
  ...settings,
  replay: settings.recover === true,
  onHop: () => {
    hops++;
    if (hops >= killAt) process.kill(process.pid, 'SIGKILL');
  },
});
let count = 0;

async function measure({ inFlight, turns, forMs }: Asked): Promise<Measured> {
  const latencies: number[] = [];
  let asked = 0;
  const hopsBefore = hops;
  const cpu = process.cpuUsage();
  const from = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (asked < turns && performance.now() - from < forMs) {
        asked++;
        const id = `t${process.pid}x${++count}`;
        const began = performance.now();
        await opened.begin(id);
        await opened.ended(id);
        latencies.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    turns: latencies.length,
    hops: hops - hopsBefore,
    turnsPerSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    cpuMicros: (user + system) / Math.max(1, hops - hopsBefore),
  };
}

const ledger = join(settings.folder, 'ledger.txt');

/** Written at once: a kill loses nothing of it. */
function note(what: 'begun' | 'ended' | 'hops', id: string): void {
  appendFileSync(ledger, `${what} ${id}\n`);
}

async function begin(turns: number, inFlight: number): Promise<void> {
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (count < turns) {
        const id = `t${++count}x`;
        await opened.begin(id);
        note('begun', id);
        await opened.ended(id);
        note('ended', id);
      }
    }),
  );
}

/** Turns that were begun and had not ended come to their end, or do not. */
async function recover(): Promise<void> {
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [];
  const idsOf = (what: string) => lines.flatMap((line) => (line.startsWith(what) ? [line.slice(6)] : []));
  const ended = new Set(idsOf('ended'));
  const open = idsOf('begun').filter((id) => !ended.has(id));
  const { recover: bringToEnd } = opened;
  if (!bringToEnd) return;
  await Promise.all(
    open.map(async (id) => {
      try {
        await bringToEnd(id);
        note('ended', id);
      } catch {
        // It counts as lost.
      }
    }),
  );
  note('hops', String(hops));
}

process.on('message', (asked: Asked) => {
  void measure(asked).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit());
if (settings.begin) await begin(settings.begin, 50);
if (settings.recover === true) {
  await recover();
  process.exit();
}
process.send?.('up');
