/** `npm run bench:follow-ups -- [--half tuning|held] [--pipelines A,B] [--data DIR] [--shared DIR] [--pairs]`: see README.md. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { fetchPackage } from '../questions/fetch-package.ts';
import { readBases, type Base } from './pair-set.ts';
import { scoreOf, type Score } from './score.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    pipelines: { type: 'string', default: 'code,cgrag,agent,adaptive,corag' },
    data: { type: 'string', default: join(ROOT, '.quarry/follow-ups') },
    shared: { type: 'string', default: join(ROOT, '../shared/data') },
    pairs: { type: 'boolean', default: false },
  },
});
const work = resolve(values.data);
const names = values.pipelines.split(',');

interface Row extends Score {
  readonly half: Base['half'];
  readonly pipeline: string;
}

const rows: Row[] = [];
for (const base of readBases(join(import.meta.dirname, 'set')))
  if ((values.half ?? base.half) === base.half) rows.push(...(await ask(base)));
for (const half of ['tuning', 'held'] as const) report(half);

/** Indexes what a base consists of, unless that was done before, and asks its pairs, each in a session of its own. */
async function ask(base: Base): Promise<readonly Row[]> {
  const dataDir = join(work, 'data', base.base);
  if (!existsSync(dataDir)) {
    const index = ['index', placeOf(base), '--data', dataDir, '--no-vectors'];
    execFileSync(join(ROOT, 'quarry'), index, { stdio: 'inherit' });
  }
  const config = readConfig(
    { dataDir, carrier: 'memory', logLevel: 'silent' },
    { EMBEDDER_URL: 'none' },
    'serve',
  );
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines: loadAskablePipelines(config) });
  const { turns } = running;
  if (!turns) throw new Error('The gateway did not start.');
  const asked: Row[] = [];
  for (const pipeline of names)
    for (const [at, pair] of base.pairs.entries()) {
      const session = `${base.base}-${pipeline}-${at}-${Date.now()}`;
      const answer = async (question: string) => {
        const about = { tenant: 'local', question, pipeline, isEnglish: true, session };
        const { turnId } = await turns.ask({ ...about, createSession: true });
        return (await turns.settled('local', turnId)).turn;
      };
      const score = scoreOf(pair, await answer(pair.first), await answer(pair.then));
      asked.push({ ...score, half: base.half, pipeline });
      if (values.pairs) console.log(JSON.stringify({ base: base.base, pipeline, ...pair, ...score }));
    }
  await running.close();
  return asked;
}

function placeOf(base: Base): string {
  if (base.release === undefined) return join(resolve(values.shared), base.shared);
  const folder = join(work, 'base', base.base);
  fetchPackage(base.release, folder);
  return folder;
}

function report(half: Base['half']): void {
  const all = rows.filter((row) => row.half === half);
  if (all.length === 0) return;
  console.log(
    `\n${half}\n| pipeline | continue: understood | recalled / about the subject | change: understood | pairs with old evidence | pieces |\n| --- | --: | --: | --: | --: | --: |`,
  );
  for (const pipeline of names) {
    const [on, off] = (['continues', 'changes'] as const).map((kind) =>
      all.filter((row) => row.pipeline === pipeline && row.kind === kind),
    ) as [Row[], Row[]];
    const sum = (some: readonly Row[], of: (row: Row) => number): number =>
      some.reduce((total, row) => total + of(row), 0);
    const understood = (some: readonly Row[]): string =>
      `${some.filter((row) => row.understood).length} of ${some.length}`;
    console.log(
      `| ${[
        pipeline,
        understood(on),
        `${sum(on, ({ recalled }) => recalled)} of ${sum(on, ({ available }) => available)}`,
        understood(off),
        `${off.filter(({ old }) => old > 0).length} of ${off.length}`,
        sum(off, ({ old }) => old),
      ].join(' | ')} |`,
    );
  }
}
