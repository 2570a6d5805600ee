import type { SnapshotGraph, Relation } from '../operation';
import { MAX_TEXT } from '../places';
import { scan } from '../scan';
import { COMMENT, escaped, innermost } from '../source-lines';

/** Definitions of Java and C# that create an object of a base with a body of its own: `new Comparator<Path>() { … }`. */
export async function anonymousClasses(
  reader: SnapshotGraph,
  base: string,
): Promise<{ readonly relations: readonly Relation[]; readonly cut: boolean }> {
  const name = base.split('.').at(-1) ?? base;
  const { nodes, cut } = await scan(reader, ['METHOD', 'FIELD'], { containing: `new ${name}`, tests: true });
  const pattern = new RegExp(`\\bnew ${escaped(name)}(?:<[^;{}()]{0,200}>)?\\([^;{}]{0,200}\\) ?\\{`);
  const relations = nodes.flatMap((node): readonly Relation[] => {
    const { key, qualifiedName, path, startLine, text = '', language } = node;
    if (language !== 'java' || path === undefined || startLine === undefined) return [];
    const lines = text.split('\n');
    const at = lines.findIndex(
      (line, n) =>
        line.includes(`new ${name}`) &&
        !COMMENT.test(line) &&
        pattern.test(`${line.trim()} ${lines[n + 1]?.trim() ?? ''}`),
    );
    const line = lines[at]?.trim().slice(0, MAX_TEXT);
    if (line === undefined) return [];
    return [
      {
        ...{ key, name: qualifiedName, node, depth: 1, target: base, note: 'a class without a name' },
        edge: { from: key, to: base, kind: 'IMPLEMENTS' },
        place: { path, line: startLine + at, text: line },
      },
    ];
  });
  return { relations: innermost(relations), cut };
}
