import type { SnapshotGraph, Relation } from '../operation';
import { MAX_TEXT } from '../places';
import { scan } from '../scan';
import { codeText } from '../code-text';
import { escaped, innermost } from '../source-lines';

/**
 * Definitions of Java that create an object of a base with a body of its own: `new Comparator<Path>() { … }`, each by its
 * line.
 * @param method only classes that declare this method, each by the line that does
 */
export async function anonymousClasses(
  reader: SnapshotGraph,
  base: string,
  method?: string,
): Promise<{ readonly relations: readonly Relation[]; readonly cut: boolean }> {
  const name = base.split('.').at(-1) ?? base;
  const { nodes, cut } = await scan(reader, ['METHOD', 'FIELD'], { containing: `new ${name}`, tests: true });
  const pattern = new RegExp(`\\bnew ${escaped(name)}(?:<[^;{}()]{0,200}>)?\\([^;{}]{0,200}\\) ?\\{`);
  const relations = nodes.flatMap((node): readonly Relation[] => {
    const { key, qualifiedName, path, startLine, text = '', language } = node;
    if (language !== 'java' || path === undefined || startLine === undefined) return [];
    const lines = text.split('\n');
    const code = codeText(text, language);
    return code.flatMap((line, n): readonly Relation[] => {
      if (!line.includes(`new ${name}`) || !pattern.test(`${line.trim()} ${code[n + 1]?.trim() ?? ''}`))
        return [];
      const at = method === undefined ? n : lineOfMethod(code, n, method);
      if (at === undefined) return [];
      return [
        {
          ...{ key, name: qualifiedName, node, depth: 1, target: base, note: 'a class without a name' },
          edge: { from: key, to: base, kind: 'IMPLEMENTS' },
          place: { path, line: startLine + at, text: (lines[at] ?? '').trim().slice(0, MAX_TEXT) },
        },
      ];
    });
  });
  return { relations: innermost(relations), cut };
}

/** The line in the body that begins behind a line, in which a method is declared; undefined if none is. */
function lineOfMethod(code: readonly string[], from: number, method: string): number | undefined {
  const declares = new RegExp(
    `^(?:\\s*@\\w+)*\\s*(?:public |protected |final )*[\\w<>\\[\\], .?]{1,80} ${escaped(method)}\\(`,
  );
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const line = code[at] ?? '';
    if (at > from && depth === 1 && declares.test(line)) return at;
    for (const character of at === from ? line.slice(line.indexOf('new ')) : line) {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
    }
    if (at > from && depth <= 0) return undefined;
  }
  return undefined;
}
