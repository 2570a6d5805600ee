import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** An app with the tag of a service. */
export const SERVICES: readonly string[] = readdirSync(path.join(ROOT, 'apps')).filter((name) =>
  read(`apps/${name}/package.json`).includes('"type:service"'),
);

/**
 * The environment variables that a process reads: the rows of docs/configuration.md, which another test compares with
 * the code.
 */
export const VARIABLES: ReadonlySet<string> = new Set(
  [...read('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((row) => row[1] ?? ''),
);
