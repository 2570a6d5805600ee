/**
 * Runs command lines of the built program sequentially in this process, and sends how each of them ended. Started by
 * `CommandLines` with the folder of the program.
 */
import { createRequire } from 'node:module';
import type { CommandLine, Ended } from './quarry';

const [folder = ''] = process.argv.slice(2);
const load = createRequire(`${folder}/`);
load('reflect-metadata');
const { run } = load('./program.js') as {
  readonly run: (argv: readonly string[], terminal: object) => Promise<number>;
};
const { Terminal } = load('./terminal.js') as { readonly Terminal: new () => object };

/** Records the output of a command. Signals are ignored. */
class Kept extends Terminal {
  said = { out: '', err: '' };

  listen(): void {
    return;
  }

  out(text: string): void {
    this.said.out += text;
  }

  err(text: string): void {
    this.said.err += text;
  }
}

async function runOne({ args, cwd, env }: CommandLine): Promise<Ended> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
  const terminal = new Kept();
  const code = await run(args, terminal);
  return { code, signal: null, ...terminal.said };
}

let last = Promise.resolve();
process.on('message', (line: CommandLine) => {
  last = last.then(async () => {
    process.send?.(await runOne(line));
  });
});
