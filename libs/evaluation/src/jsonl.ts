import { readFile } from 'node:fs/promises';
import { Fault } from '@quarry/turn';

export type JsonLine = Readonly<Record<string, unknown>>;

/** The objects of a JSONL file. @throws Fault `bad_request` for a line that is not JSON. */
export async function readJsonLines(file: string): Promise<JsonLine[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as JsonLine];
    } catch {
      throw new Fault('bad_request', `${file}:${at + 1} is not JSON.`);
    }
  });
}
