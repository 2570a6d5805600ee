import { ConsoleLogger, Logger } from '@nestjs/common';
import { printable } from './printable';
import type { Terminal } from './terminal';

/** Everything to stderr: stdout holds results only. A message is one line, whatever is in it. */
class StderrLogger extends ConsoleLogger {
  protected override printMessages(...args: Parameters<ConsoleLogger['printMessages']>): void {
    const [messages, context, level, , stack] = args;
    super.printMessages(messages.map(oneLine), context, level, 'stderr', stack && String(oneLine(stack)));
  }
}

function oneLine(message: unknown): unknown {
  const text = message instanceof Error ? (message.stack ?? message.message) : message;
  if (typeof text !== 'string') return text;
  return printable(text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ⏎ ');
}

/** Logs of the services go to stderr from now on, coloured as stderr is. */
export function logToStderr({ onErr }: Terminal): void {
  Logger.overrideLogger(new StderrLogger({ colors: onErr.isColorSupported }));
}

/** No logs: the command says itself what matters. */
export function silenceLogs(): void {
  Logger.overrideLogger(false);
}
