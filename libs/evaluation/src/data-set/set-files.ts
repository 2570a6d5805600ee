import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Fault } from '@quarry/turn';

/** Absolute paths of the files of a set. */
export interface SetFiles {
  readonly corpus: string;
  readonly queries: string;
  readonly qrels: string;
  /** The requested split, or the only one; null if the file names contain none. */
  readonly split: string | null;
}

/** The files of a set, and their extensions. */
const PARTS = { corpus: '.jsonl', queries: '.jsonl', qrels: '.tsv' } as const;
type Part = keyof typeof PARTS;
const PART_NAMES = ['corpus', 'queries', 'qrels'] as const satisfies readonly Part[];

/**
 * Finds `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` in a folder. A file name may contain its split:
 * `queries.train.jsonl`, `queries-dev.jsonl`, `human.queries.jsonl` or, as in BEIR, `qrels/test.tsv`. Files without a
 * split belong to every split.
 * @throws Fault `path_not_found` for a missing folder or file, `bad_request` for an ambiguous split
 */
export async function findSetFiles(folder: string, wanted?: string): Promise<SetFiles> {
  const root = resolve(folder);
  const names = (await stat(root).catch(() => null))?.isDirectory() === true ? await readdir(root) : null;
  if (!names)
    throw new Fault('path_not_found', `There is no folder ${root}. Give one with corpus, queries and qrels.`);
  const inQrels = (await readdir(join(root, 'qrels')).catch(() => [])).map((name) => `qrels/${name}`);
  const splits = (part: Part) => splitsOf(part, [...names, ...(part === 'qrels' ? inQrels : [])]);
  const found = { corpus: splits('corpus'), queries: splits('queries'), qrels: splits('qrels') };
  const missing = PART_NAMES.filter((part) => found[part].size === 0).map(
    (part) => `no ${part}${PARTS[part]}`,
  );
  if (missing.length > 0) throw new Fault('path_not_found', `There is ${missing.join(' and ')} in ${root}.`);
  const chosen = choose(root, found, wanted);
  const at = (part: Part): string => {
    const files = found[part];
    const only = files.size === 1 ? [...files.values()][0] : undefined;
    const file = files.get(chosen ?? '') ?? files.get('') ?? only;
    if (file === undefined)
      throw new Fault(
        'bad_request',
        `${root} has no ${part} of the split '${chosen ?? ''}', only ${[...files.values()].sort().join(', ')}.`,
      );
    return join(root, file);
  };
  return { corpus: at('corpus'), queries: at('queries'), qrels: at('qrels'), split: chosen };
}

/** Split → file name; '' for a file without a split. */
function splitsOf(part: Part, names: readonly string[]): ReadonlyMap<string, string> {
  const end = PARTS[part];
  return new Map(
    names.flatMap((name): [string, string][] => {
      if (!name.endsWith(end)) return [];
      const stem = name.slice(0, -end.length);
      if (stem === part) return [['', name]];
      if (stem.startsWith(part) && /[.\-_/]/.test(stem[part.length] ?? ''))
        return [[stem.slice(part.length + 1), name]];
      return stem.endsWith(`.${part}`) ? [[stem.slice(0, -part.length - 1), name]] : [];
    }),
  );
}

function choose(
  root: string,
  { queries, qrels }: Readonly<Record<Part, ReadonlyMap<string, string>>>,
  wanted: string | undefined,
): string | null {
  const splits = [...new Set([...queries.keys(), ...qrels.keys()])].filter((split) => split !== '').sort();
  if (wanted !== undefined) {
    if (splits.includes(wanted)) return wanted;
    const choices = splits.length === 0 ? 'it has none' : `it has ${splits.join(', ')}`;
    throw new Fault('bad_request', `${root} has no split '${wanted}': ${choices}.`);
  }
  const isClear = (files: ReadonlyMap<string, string>): boolean => files.size === 1 || files.has('');
  if (isClear(queries) && isClear(qrels)) return splits.length === 1 ? (splits[0] ?? null) : null;
  throw new Fault(
    'bad_request',
    `${root} has several splits: ${splits.join(', ')}. Choose one, such as --split ${splits[0] ?? ''}.`,
  );
}
