import type { Command } from 'commander';
import colors from 'picocolors';
import { run } from '../program';
import { Terminal, type CommandContext } from '../terminal';

/** Records the output of a command, without colours. Ignores process signals; {@link interrupt} simulates Ctrl-C. */
export class RecordedTerminal extends Terminal {
  /** The output on each stream. */
  readonly said = { out: '', err: '' };
  override readonly onOut = colors.createColors(false);
  override readonly onErr = colors.createColors(false);
  private readonly stop = new AbortController();

  /** @param isStreaming whether answers appear while they are written, as on a real terminal */
  constructor(private readonly isStreaming = false) {
    super();
  }

  override get signal(): AbortSignal {
    return this.stop.signal;
  }

  override get width(): null {
    return null;
  }

  override get streams(): boolean {
    return this.isStreaming;
  }

  override listen(): void {
    return;
  }

  override out(text: string): void {
    this.said.out += text;
  }

  override err(text: string): void {
    this.said.err += text;
  }

  override progress(): void {
    return;
  }

  interrupt(): void {
    this.interrupted = true;
    this.stop.abort();
  }
}

/** How a command line ended. */
interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs command lines in this process, as `quarry` does: `ended(addKeys, 'keys', 'list')`. */
export async function ended(
  add: (command: Command, context: CommandContext) => void,
  ...argv: readonly string[]
): Promise<Ended> {
  const terminal = new RecordedTerminal();
  const entry = { name: argv[0] ?? '', usage: '', summary: '', load: () => Promise.resolve(add) };
  const code = await run(argv, terminal, { 'Commands:': [entry] });
  return { code, ...terminal.said };
}
