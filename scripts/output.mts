/** Prints a human-readable line to stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function heading(text: string): void {
  print(`\n── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`);
}

/** `12.3 s`, or minutes for two minutes and more. */
export function duration(ms: number): string {
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
