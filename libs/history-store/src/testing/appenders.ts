import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HOOK = join(__dirname, '../../../sqlite/src/testing/typescript-hook.cjs');
const SCRIPT = join(__dirname, 'appender-process.ts');

/** Processes that append turns to session `s1` of `acme` until they are killed, each with its own ids. */
export interface Appenders {
  /** @throws if a process ends before that */
  untilEachWrote(turns: number): Promise<void>;
  /** Kills them at once. @returns the turns that were acknowledged */
  kill(): Promise<readonly string[]>;
}

export function startAppenders(url: string, prefixes: readonly string[]): Appenders {
  const children = prefixes.map((prefix) => {
    const args = ['--conditions=quarry-source', '-r', HOOK, SCRIPT, url, prefix];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { text: '', errors: '' };
    child.stdout.on('data', (data: Buffer) => (output.text += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output.errors += data.toString()));
    return { child, output };
  });
  return {
    async untilEachWrote(turns) {
      while (children.some(({ output }) => output.text.split('\n').length <= turns)) {
        for (const { child, output } of children)
          if (child.exitCode !== null || output.errors !== '')
            throw new Error(`an appender failed: ${output.errors}`);
        await sleep(5);
      }
    },
    async kill() {
      for (const { child } of children) {
        if (child.exitCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      return children.flatMap(({ output }) => output.text.split('\n').slice(0, -1));
    },
  };
}
