import { spawnSync } from 'node:child_process';
import { ROOT } from './root.mts';
import type { CheckResult } from './checks.mts';
import { duration, heading, print } from './output.mts';

/** Installs a redis-server if that needs no confirmation. */
export function prepareRedis(): void {
  heading('Redis');
  const redis = spawnSync('sh', ['scripts/ensure-redis.sh'], { cwd: ROOT, stdio: ['ignore', 1, 1] });
  if (redis.status !== 0) print('Tests that need a Redis server will be skipped, each by name.');
}

/** Downloads the embedding model if it is missing. Needs the build. */
export function prepareModel(): void {
  heading('Embedding model');
  const setup = ['--disable-warning=ExperimentalWarning', 'apps/cli/dist/main.js', 'setup'];
  const model = spawnSync(process.execPath, setup, { cwd: ROOT, stdio: ['ignore', 1, 1] });
  if (model.status !== 0) print('Tests of the model will be skipped, each by name.');
}

/** Reports how a check ended, with its output if it failed. */
export function reportCheck(check: CheckResult): void {
  const how = check.remembered ? 'as before: nothing changed' : duration(check.seconds * 1000);
  print(`${check.passed ? 'ok    ' : 'FAILED'} ${check.name} (${how})`);
  // A check that could not run has not failed, but must not look like a passed one.
  if (!check.passed || check.output.startsWith('not checked')) print(check.output.replace(/^/gm, '       '));
}
