import { linkFacts } from '../../../link/link-facts';
import { factsOf } from '../../../link/testing/graph-of';

/** The inferred calls of some files, in order: `caller → callee, confidence`, by last names. */
export async function inferred(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const last = (key: string) => {
    const name = key.slice(key.indexOf(':') + 1, key.lastIndexOf('|'));
    return name.slice(name.lastIndexOf(key.endsWith('|FILE') ? '/' : '.') + 1);
  };
  return linkFacts(await factsOf(files))
    .flatMap(({ edges }) => edges)
    .flatMap(({ from, to, kind, confidence }) =>
      kind === 'CALLS' && confidence !== undefined ? `${last(from)} → ${last(to)}, ${confidence}` : [],
    );
}
