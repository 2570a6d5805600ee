import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditKeys, auditTurns } from './audit';
import { WAY } from './fault-plan';
import type { FinishedRun } from './fault-run';
import { report, type FaultFigures } from './figures';
import { auditHops } from './hop-ledger';

const EVIDENCE = WAY.map((service, v) => `${service} ${v}`);

/** The result of a run: its figures, which are also reported, and all violations of invariants, as sentences. */
export interface Verdict {
  readonly figures: FaultFigures;
  readonly violations: readonly string[];
}

/** Checks a finished run against I1 to I9. @param fault description of the fault, in a few words */
export async function judge(run: FinishedRun, fault: string): Promise<Verdict> {
  const { carrier, client, folder, pool, sights, forgotten } = run;
  const logs = new Map([...sights].map(([id, { log }]) => [id, log]));
  const turns = await auditTurns(carrier, logs, { hops: WAY.length, forgotten });
  const hops = await auditHops(folder, pool.deaths, forgotten);
  const { accepted, ended, lost, outcomes, doubled, streamGaps } = turns;
  const sum = (of: 'resent' | 'resumed' | 'refused'): number =>
    [...sights.values()].reduce((total, sight) => total + sight[of], 0);
  const again = sum('resent') === 0 ? '' : `; ${sum('resent')} questions sent again`;
  const figures: FaultFigures = {
    fault: `${fault}${again}`,
    ...{ accepted, ended, lost, outcomes, doubled, streamGaps, hopsDoubled: hops.hopsDoubled },
    extraModelCalls: hops.executed - accepted * WAY.length,
    streamsResumed: sum('resumed'),
    recoveryMs: recoveryOf(run, hops),
  };
  report(figures);
  const violations = [
    ...turns.violations,
    ...(await brokenAnswers(run)),
    ...(await auditKeys(client)),
    ...(hops.hopsDoubled === 0 ? [] : [`I3: ${hops.hopsDoubled} hops were committed twice.`]),
    ...(pool.crashes === 0 ? [] : [`${pool.crashes} workers ended by themselves.`]),
    ...run.exits
      .filter((code) => code !== 0)
      .map((code) => `A worker that was asked to close ended with ${code}.`),
  ];
  return { figures, violations };
}

/**
 * The longest of: the time until a killed worker's hop was attempted again; the time from the end of another fault to
 * the next commit.
 */
function recoveryOf(
  { restoredAt }: FinishedRun,
  {
    retriedAfterMs,
    commits,
  }: { readonly retriedAfterMs: number | null; readonly commits: readonly number[] },
): number | null {
  const waits = restoredAt.flatMap((at) => {
    const next = commits.find((commit) => commit >= at);
    return next === undefined ? [] : [next - at];
  });
  if (retriedAfterMs !== null) waits.push(retriedAfterMs);
  return waits.length === 0 ? null : Math.max(...waits);
}

/**
 * I2, I3, I5: each turn has the evidence of each hop once, in order, ended `answered`, and is in the history once, as
 * it ended.
 */
async function brokenAnswers({ carrier, folder, sights }: FinishedRun): Promise<string[]> {
  const rows = (await readdir(folder)).filter((name) => /^row-.*\.json$/.test(name));
  const violations =
    rows.length === sights.size ? [] : [`I5: ${rows.length} history rows of ${sights.size} turns.`];
  for (const id of sights.keys()) {
    const view = await carrier.read(id);
    const row = await readFile(join(folder, `row-${id}.json`), 'utf8').catch(() => '[]');
    const kept = (JSON.parse(row) as { readonly text: string }[]).map(({ text }) => text);
    if (kept.join() !== EVIDENCE.join())
      violations.push(`I5: the history row of ${id} has ${kept.join() || 'nothing'}.`);
    if (!view) continue;
    const found = view.turn.evidence.map(({ text }) => text);
    if (found.join() !== EVIDENCE.join()) violations.push(`I3: turn ${id} has the evidence ${found.join()}.`);
    if (view.turn.end?.outcome !== 'answered')
      violations.push(`I1: turn ${id} ended ${view.turn.end?.outcome}.`);
  }
  return violations;
}
