import { ConsoleLogger, Logger } from '@nestjs/common';
import type { Terminal } from './terminal';

/** Everything to stderr: stdout holds results only. */
class StderrLogger extends ConsoleLogger {
  protected override printMessages(...args: Parameters<ConsoleLogger['printMessages']>): void {
    const [messages, context, level, , stack] = args;
    super.printMessages(messages, context, level, 'stderr', stack);
  }
}

/** Logs of the services go to stderr from now on, coloured as stderr is. */
export function logToStderr({ onErr }: Terminal): void {
  Logger.overrideLogger(new StderrLogger({ colors: onErr.isColorSupported }));
}

/** No logs: the command says itself what matters. */
export function silenceLogs(): void {
  Logger.overrideLogger(false);
}
