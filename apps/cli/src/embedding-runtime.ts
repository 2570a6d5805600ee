import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRuntime, RUNTIME, runtimeDir } from '@quarry/embedder';
import { Fault } from '@quarry/turn';
import type { Terminal } from './terminal';

/**
 * Installs the runtime of the embedding model next to the model, if this Quarry came without one (the package does: the
 * runtime is large). Its install scripts do not run; they would download libraries for graphics cards.
 * @throws Fault `setup_failed` with the output of npm; `cancelled`
 */
export async function ensureRuntime(dir: string, terminal: Terminal): Promise<void> {
  if (findRuntime(dir) !== null) return;
  const folder = runtimeDir(dir);
  terminal.err(`installing the runtime of the embedding model with npm (about 80 MB to download) ...\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${RUNTIME.name}@${RUNTIME.version}`,
  ];
  const { code, output } = await ended(args, folder, terminal.signal);
  if (terminal.interrupted) throw new Fault('cancelled', 'The installation was stopped.');
  if (code !== 0 || findRuntime(dir) === null)
    throw new Fault(
      'setup_failed',
      `npm could not install ${RUNTIME.name}@${RUNTIME.version} in ${folder}: ${output.trim().slice(-500)} Without it, search uses words only.`,
    );
}

function ended(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done) => {
    let output = '';
    const child = spawn('npm', args, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => {
      done({ code: null, output: `${output}${error.message}` });
    });
    child.on('close', (code) => {
      done({ code, output });
    });
  });
}
