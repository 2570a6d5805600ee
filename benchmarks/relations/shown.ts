import type { LocatedEdge } from '@quarry/graph-store';
import { nameBeside } from '@quarry/prompting';

/** Relations of one function, and which of them the first prompt shows. */
export interface Coverage {
  /** Callers and callees in the graph. */
  readonly relations: number;
  readonly shown: number;
  readonly missing: readonly LocatedEdge[];
  /** Whether the prompt says how many relations it leaves out. */
  readonly counted: boolean;
}

const COUNTED = /^Relations not shown: |\(\+\d+ more[^()]*\)$/m;

/** Which edges a prompt states below the key of one of their ends: `  called by: src/a.ts: A.run:12, B.run:40`. */
export function coverageOf(prompt: string, edges: readonly LocatedEdge[]): Coverage {
  const start = prompt.indexOf('Relations, with path:line of the reference');
  const blocks = blocksOf(start < 0 ? '' : prompt.slice(start));
  const missing = edges.filter(({ from, to, line }) => {
    const suffix = line === undefined ? '' : `:${line}`;
    return !(
      blocks.get(to)?.has(`called by ${nameBeside(to, from, 'CALLS')}${suffix}`) === true ||
      blocks.get(from)?.has(`calls ${nameBeside(from, to, 'CALLS')}${suffix}`) === true
    );
  });
  return {
    relations: edges.length,
    shown: edges.length - missing.length,
    missing,
    counted: COUNTED.test(prompt),
  };
}

/** For each key, its relations as `called by NAME:LINE`. */
function blocksOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const blocks = new Map<string, Set<string>>();
  let block: Set<string> | undefined;
  for (const line of text.split('\n').slice(1)) {
    const listed = /^ {2}([a-z ]+): (.*)$/.exec(line);
    const [, phrase = '', rest = ''] = listed ?? [];
    if (!listed) {
      const [key = ''] = line.split(' in ');
      blocks.set(key, (block = blocks.get(key) ?? new Set()));
    } else for (const name of namesIn(rest)) block?.add(`${phrase} ${name}`);
  }
  return blocks;
}

/** Names of a line, without the file in front of the first one and the count behind the last one. */
function namesIn(rest: string): readonly string[] {
  return rest
    .replace(/ \(\+\d+ more[^()]*\)$/, '')
    .split('; ')
    .flatMap((file) => file.slice(file.indexOf(': ') < 0 ? 0 : file.indexOf(': ') + 2).split(', '));
}
