import { readFile, writeFile } from 'node:fs/promises';
import { makePrivateFile } from '@quarry/sqlite';

/** Most lines that are kept. */
const KEPT = 500;

/** The lines of earlier chats of a data folder, newest first; none if there is no file. */
export async function readHistory(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).toReversed();
}

/** Writes the lines, newest first, to a file that only its user can read: questions are private. */
export async function writeHistory(file: string, lines: readonly string[]): Promise<void> {
  const kept = [...new Set(lines)].slice(0, KEPT).toReversed();
  makePrivateFile(file);
  await writeFile(file, `${kept.join('\n')}\n`);
}
