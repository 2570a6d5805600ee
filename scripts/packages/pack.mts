import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Packs a staged package with npm into `target`. Returns the file. @throws Error with the output of npm */
export function pack(folder: string, target: string): string {
  const args = ['pack', '--json', '--silent', '--pack-destination', target];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm pack failed with ${status}:\n${stdout}${stderr}`);
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (packed === undefined) throw new Error(`npm pack reported no file:\n${stdout}`);
  return path.join(target, packed.filename);
}
