import { goInterfaceIn, type GraphNode } from '@quarry/graph-store';
import { edgesOf } from '../edges-of';
import { relatedTypes } from '../inheritance';
import type { SnapshotGraph } from '../operation';
import { lastPart } from '../owners';
import { nodesBy } from '../relations';
import { codeText } from '../code-text';

/** A type of Go that declares methods and has none of its own. */
export const GO_INTERFACE = /^(?:type\s+)?\w+(?:\[[^\]]*\])?\s+interface\b/;

/** What a line of an interface embeds: `io.Reader`, `Store[K, V]`. */
const EMBEDDED = /^([\p{L}_]\w*(?:\.[\p{L}_]\w*)?)(?:\[[^\]]*\])?$/u;
const METHOD = /^[\p{L}_]\w*\s*\(/u;
/** A union of types, or all types with the same underlying one. */
const CONSTRAINT = /[|~]/;

/**
 * What the number of types that implement an interface of Go does not say: that it embeds an interface whose methods
 * nobody here knows, or has no methods; undefined for a type that is no interface.
 * @param total types that are known to implement it
 */
export async function goContractNote(
  reader: SnapshotGraph,
  type: GraphNode,
  total: number,
): Promise<string | undefined> {
  if (type.language !== 'go' || !GO_INTERFACE.test(type.signature ?? '')) return undefined;
  const above = await relatedTypes(reader, [type.key], 'out');
  const nodes = await nodesBy(
    reader,
    above.steps.map(({ end }) => end),
  );
  const all = [type, ...nodes.values()].filter(({ signature = '' }) => GO_INTERFACE.test(signature));
  const unknown = await unknownIn(reader, all);
  if (unknown.length > 0) {
    const outside = `it embeds ${unknown.join(' and ')}, which the index does not have`;
    return total === 0
      ? `${outside}, so its methods and what implements it are not known`
      : `${outside}, so a type that implements it by its methods is not listed`;
  }
  if (total > 0) return undefined;
  const lines = all.flatMap(linesOf);
  if (lines.some((line) => CONSTRAINT.test(line) && !METHOD.test(line)))
    return 'it is a constraint for type parameters';
  const isEmpty = !lines.some((line) => METHOD.test(line) || goInterfaceIn(line) !== undefined);
  return isEmpty
    ? 'it has no methods, so every type implements it'
    : 'no type in the index declares all its methods';
}

/** What interfaces embed that neither the graph has nor the standard library, as far as its methods are known. */
async function unknownIn(
  reader: SnapshotGraph,
  interfaces: readonly GraphNode[],
): Promise<readonly string[]> {
  const keys = interfaces.map(({ key }) => key);
  const bases = await edgesOf(reader, keys, 'out', ['INHERITS', 'USES']);
  const unknown = interfaces.flatMap((node) => {
    const own = bases.edges.filter(({ from }) => from === node.key).map(({ to }) => to);
    const isOf = (name: string, ending: string): boolean =>
      own.some(
        (to) => to.startsWith('package:') === (ending === '|PACKAGE') && to.endsWith(`${name}${ending}`),
      );
    return linesOf(node).flatMap((line) => {
      const [, name] = EMBEDDED.exec(line) ?? [];
      if (name === undefined || name === 'any') return [];
      const last = lastPart(name);
      const isKnown =
        isOf(last, '|TYPE') || (goInterfaceIn(name) !== undefined && !isOf(`#${last}`, '|PACKAGE'));
      return isKnown ? [] : [name];
    });
  });
  return [...new Set(unknown)];
}

/** The lines between the braces of an interface, without comments. */
function linesOf({ text = '' }: GraphNode): readonly string[] {
  const code = codeText(text, 'go').join('\n');
  const body = code.slice(code.indexOf('{', code.search(/\binterface\b/)) + 1, code.lastIndexOf('}'));
  return body
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
