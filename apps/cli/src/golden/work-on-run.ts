import { setTimeout as sleep } from 'node:timers/promises';
import { LOCAL_TENANT } from '@quarry/application/access';
import {
  GoldenSetService,
  GoldenRunService,
  GoldenRunner,
  isOver,
  presentRun,
} from '@quarry/application/golden-sets';
import type { GoldenRunDto, Immutable } from '@quarry/client';
import { findDataDir, openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { silenceLogs } from '../logs';
import type { Terminal } from '../terminal';

const LOOK_EVERY_MS = 500;

/** Starts a run of a golden set over the data folder, and works on it in this process to its end. Ctrl-C cancels it. */
export async function runGolden(
  {
    set: name,
    pipelines,
    data,
  }: { readonly set: string; readonly pipelines: readonly string[]; readonly data: string | undefined },
  terminal: Terminal,
): Promise<Immutable<GoldenRunDto>> {
  silenceLogs();
  const config = readConfig({ dataDir: findDataDir(data) });
  const platform = await openPlatform(config);
  const running = await startServices({
    platform,
    pipelines: loadAskablePipelines(config, pipelines),
  });
  try {
    if (platform.embedderProblem !== null) terminal.note(`keyword search only: ${platform.embedderProblem}`);
    const { app } = running;
    const [sets, runs, runner] = [
      app.get(GoldenSetService),
      app.get(GoldenRunService),
      app.get(GoldenRunner),
    ];
    const set = await sets.read(LOCAL_TENANT, name);
    const { run } = await runs.begin(set, { pipelines, trigger: 'request', now: Date.now() });
    const view = () => runs.view(LOCAL_TENANT, name, run.id);
    while (!isOver(await view())) {
      const worked = runner.work(run, terminal.signal);
      for (let over = false; !over;) {
        over = await Promise.race([worked.then(() => true), sleep(LOOK_EVERY_MS, false)]);
        const { done, total } = await view();
        terminal.progress(`${name}: ${done} of ${total} answers`);
      }
      if (!terminal.signal.aborted) continue;
      await runs.cancel(LOCAL_TENANT, name, run.id, Date.now());
      throw new Fault('cancelled', `run ${run.id} was cancelled; its results so far are kept.`);
    }
    return presentRun(await view());
  } finally {
    await running.close();
  }
}
