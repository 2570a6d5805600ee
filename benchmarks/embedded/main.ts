/** `npm run bench:embedded -- DATA [ROUNDS]`: see README.md. */
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices, type Running } from '@quarry/solo';

const QUESTIONS = [
  'How does a hop commit its result?',
  'Where is the retry of a webhook scheduled?',
  'What does the watchdog do with a lost job?',
  'How are chunks cut along definitions?',
];
const CARRIERS = ['memory', 'embedded'] as const;

const [dataDir, rounds = '15'] = process.argv.slice(2);
if (dataDir === undefined)
  throw new Error('Name the data folder of an index: npm run bench:embedded -- DATA');

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}
const costs: Record<(typeof CARRIERS)[number], Cost[]> = { memory: [], embedded: [] };

for (let round = -1; round < Number(rounds); round++)
  // Each of them goes first equally often.
  for (const carrier of round % 2 === 0 ? CARRIERS : CARRIERS.toReversed()) {
    const running = await started(carrier);
    const turns = running.turns;
    if (!turns) throw new Error('The gateway did not start.');
    for (const question of QUESTIONS) {
      const before = process.cpuUsage();
      const began = performance.now();
      const { turnId } = await turns.ask({ tenant: 'local', question, pipeline: 'code', isEnglish: true });
      await turns.settled('local', turnId);
      const { user, system } = process.cpuUsage(before);
      // The first round is a warm-up.
      if (round >= 0) costs[carrier].push({ ms: performance.now() - began, cpuMs: (user + system) / 1_000 });
    }
    await running.close();
  }

for (const carrier of CARRIERS)
  process.stdout.write(
    `${carrier}: ${costs[carrier].length} turns, median ${median(carrier, 'ms').toFixed(1)} ms, CPU ${median(carrier, 'cpuMs').toFixed(1)} ms\n`,
  );
process.stdout.write(
  `embedded / memory: ${(median('embedded', 'ms') / median('memory', 'ms')).toFixed(2)} of the time, ${(median('embedded', 'cpuMs') / median('memory', 'cpuMs')).toFixed(2)} of the CPU\n`,
);

async function started(carrier: (typeof CARRIERS)[number]): Promise<Running> {
  const config = readConfig({ dataDir, carrier, embedderUrl: 'none', logLevel: 'silent' }, {}, 'serve');
  return startServices({ platform: await openPlatform(config), pipelines: loadAskablePipelines(config) });
}

function median(carrier: (typeof CARRIERS)[number], of: keyof Cost): number {
  const sorted = costs[carrier].map((cost) => cost[of]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
