import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const CONSOLE = path.join(ROOT, 'apps/console');
const LOCK = path.join(CONSOLE, 'dist.lock');

/** Builds apps/console if it is older than its sources, in one test process at a time. */
export function builtConsole(): void {
  while (isStale()) {
    if (!acquired()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      continue;
    }
    try {
      build();
    } finally {
      rmSync(LOCK, { recursive: true, force: true });
    }
  }
}

function build(): void {
  const args = [path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', CONSOLE, '--logLevel=warn'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console cannot be built:\n${stdout}${stderr}`);
}

function isStale(): boolean {
  const built = changedAt(path.join(CONSOLE, 'dist/index.html'));
  const sources = [
    ...readdirSync(path.join(CONSOLE, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (file) => `src/${file}`,
    ),
    'index.html',
    'vite.config.mts',
  ];
  return sources.some((file) => changedAt(path.join(CONSOLE, file)) > built);
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** False while another process builds. A lock that is a minute old belongs to a dead process. */
function acquired(): boolean {
  if (Date.now() - changedAt(LOCK) > 60_000) rmSync(LOCK, { recursive: true, force: true });
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}
