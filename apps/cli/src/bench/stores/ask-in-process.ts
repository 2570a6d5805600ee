import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Fault } from '@quarry/turn';
import type { Asked, AskedSettings } from './asked-process';

/** The built command line, which has the process that asks as a hidden command. */
const PROGRAM = resolve(__dirname, '../../main.js');

/** Starts a process that asks an index, and waits for what it measured. @throws Fault `internal` if it fails */
export async function askInProcess(settings: AskedSettings): Promise<Asked> {
  const { PATH, HOME } = process.env;
  const args = [
    ...['--disable-warning=ExperimentalWarning', PROGRAM, 'bench', 'stores-process'],
    JSON.stringify(settings),
  ];
  const child = spawn(process.execPath, args, { env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new Fault('internal', `The asking process exited with ${code}: ${err.trim().slice(-500)}`);
  return JSON.parse(out) as Asked;
}
