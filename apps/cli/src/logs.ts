import { ConsoleLogger, Logger } from '@nestjs/common';
import { logContext } from '@quarry/engine';
import { printable } from './printable';
import type { Terminal } from './terminal';

type Format = 'text' | 'json';

/** A log entry: a message with fields. */
interface Entry {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Logs to stderr, because stdout holds results only. A message is always one line, and its URLs have no passwords. */
class StderrLogger extends ConsoleLogger {
  constructor(
    private readonly format: Format,
    colors: boolean,
  ) {
    super({ colors: colors && format === 'text' });
  }

  protected override printMessages(...args: Parameters<ConsoleLogger['printMessages']>): void {
    const [messages, context, level = 'log', , stack] = args;
    const trace = typeof stack === 'string' ? oneLine(stack) : undefined;
    for (const message of messages) {
      const entry = entryOf(message);
      if (this.format === 'text') super.printMessages([textOf(entry)], context, level, 'stderr', trace);
      else process.stderr.write(`${jsonOf(entry, level, context, trace)}\n`);
    }
  }

  /** In JSON, the stack is part of the line. */
  protected override printStackTrace(stack: string): void {
    if (this.format === 'text' && stack) super.printStackTrace(withoutPasswords(stack));
  }
}

function entryOf(message: unknown): Entry {
  if (message instanceof Error) return { message: oneLine(message.stack ?? message.message), fields: {} };
  if (typeof message === 'object' && message !== null && 'message' in message) {
    const { message: text, ...fields } = message;
    return { message: oneLine(String(text)), fields };
  }
  return { message: oneLine(String(message)), fields: {} };
}

function textOf({ message, fields }: Entry): string {
  const all = Object.entries({ ...fields, ...logContext.getStore() } as Record<string, unknown>);
  const pairs = all.flatMap(([name, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = printable(String(value)).replace(/\s+/g, ' ');
    return message.includes(text) ? [] : [`${name}=${text}`];
  });
  return [message, ...pairs].join(' ');
}

/** One object per line: the message, and its context (turn, service, request). */
function jsonOf(
  { message, fields }: Entry,
  level: string,
  logger: string | undefined,
  stack?: string,
): string {
  const time = new Date().toISOString();
  const name = level === 'log' ? 'info' : level;
  const about = { ...logContext.getStore(), ...fields };
  return JSON.stringify({ time, level: name, logger, ...about, message, stack });
}

function oneLine(text: string): string {
  return printable(withoutPasswords(text))
    .split('\n')
    .map((line) => line.trim())
    .join(' ⏎ ');
}

/** Removes credentials, because libraries log complete URLs and headers. */
function withoutPasswords(text: string): string {
  return text
    .replace(/(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,500}@/gi, '$1')
    .replace(/\b(bearer|basic)\s+[^\s,;"']+/gi, '$1 ***')
    .replace(/\bqk_[\w-]+/g, 'qk_***');
}

/** Sends the logs of the services to stderr from now on. Text is coloured if stderr is. */
export function logToStderr({ onErr }: Terminal, format: Format = 'text'): void {
  Logger.overrideLogger(new StderrLogger(format, onErr.isColorSupported));
}

/** Turns logs off: the command itself reports what matters. */
export function silenceLogs(): void {
  Logger.overrideLogger(false);
}
