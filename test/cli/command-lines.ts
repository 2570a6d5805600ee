/**
 * Runs command lines of the built program one after another in this one process, and sends how each of them ended. Started by `endsOf` with the folder of the
 * program and the command lines, as JSON.
 */
import { createRequire } from 'node:module';
import type { Ended } from './quarry';

const [folder = '', lines = '[]'] = process.argv.slice(2);
const load = createRequire(`${folder}/`);
load('reflect-metadata');
const { run } = load('./program.js') as {
  readonly run: (argv: readonly string[], terminal: object) => Promise<number>;
};
const { Terminal } = load('./terminal.js') as { readonly Terminal: new () => object };

/** Keeps what a command says. Signals are left alone. */
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

async function runAll(): Promise<void> {
  const ends: Ended[] = [];
  for (const argv of JSON.parse(lines) as string[][]) {
    const terminal = new Kept();
    const code = await run(argv, terminal);
    ends.push({ code, signal: null, ...terminal.said });
  }
  process.send?.(ends);
}

void runAll();
