import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ENVIRONMENT } from '@quarry/platform';
import { Fault } from '@quarry/turn';

/** The built command line. */
const PROGRAM = resolve(import.meta.dirname, '../../apps/cli/dist/main.js');

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts `quarry serve` with all services in a separate process, on a free port.
 * @throws Fault `internal` with its output if it does not start
 */
export async function serveQuarry(
  settings: Partial<Record<keyof typeof ENVIRONMENT, string>>,
): Promise<Served> {
  const { PATH, HOME } = process.env;
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM, 'serve', '--port', '0'];
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, EMBEDDER_URL: 'none', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  let output = '';
  const url = await new Promise<string>((done, failed) => {
    const hear = (text: string): void => {
      output += text;
      const [, at] = /console and API at (http:\/\/[^\s,]+)/.exec(output) ?? [];
      if (at !== undefined) done(at);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', failed);
    child.once('close', (code) => {
      failed(new Fault('internal', `quarry serve exited with ${code}: ${output.trim().slice(-500)}`));
    });
  });
  return { url, stop };
}
