import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Fault } from '@quarry/turn';

export type JsonLine = Readonly<Record<string, unknown>>;

/** An object of a JSONL file, and its location for messages: `queries.jsonl:7`. */
export interface PlacedLine {
  readonly line: JsonLine;
  readonly where: string;
}

/**
 * Reads a text file line by line, so that a large file is never held in memory.
 * @throws Fault `path_not_found` if it cannot be read.
 */
export async function* textLines(
  file: string,
): AsyncGenerator<{ readonly text: string; readonly where: string }> {
  const input = createReadStream(file, 'utf8');
  let at = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      at += 1;
      yield { text: at === 1 ? text.replace(/^\uFEFF/, '') : text, where: `${file}:${at}` };
    }
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause)
      throw new Fault('path_not_found', `${file} cannot be read: ${cause.message}.`, { cause });
    throw cause;
  } finally {
    input.destroy();
  }
}

/**
 * Reads the objects of a JSONL file one by one. @throws Fault `bad_request` for a line that is not a JSON object,
 * `path_not_found`
 */
export async function* jsonLines(file: string): AsyncGenerator<PlacedLine> {
  for await (const { text, where } of textLines(file)) {
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Fault('bad_request', `${where} is not JSON.`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Fault('bad_request', `${where} is not a JSON object.`);
    yield { line: value as JsonLine, where };
  }
}

/** Reads all objects of a small JSONL file. @throws as `jsonLines` */
export async function readJsonLines(file: string): Promise<JsonLine[]> {
  const lines: JsonLine[] = [];
  for await (const { line } of jsonLines(file)) lines.push(line);
  return lines;
}
