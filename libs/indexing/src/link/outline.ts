import type { EdgeKind } from '@quarry/graph-store';
import type { FactNode, FileFacts, Reference } from '../facts';

/** A definition without its text, with what linking reads in it. */
export interface OutlineNode extends FactNode {
  /** The text says that it overrides a definition of another type, perhaps of a library. */
  readonly overrides?: true;
  /** Lines between its start and its name: those of comments and attributes. */
  readonly skipped?: number;
}

/**
 * What the links of other files can depend on: the facts of a file without texts, the flow of values and most
 * references.
 */
export interface Outline extends FileFacts {
  readonly nodes: readonly OutlineNode[];
}

/** Kinds of references that the links of other files depend on. */
const SEEN_OUTSIDE: ReadonlySet<EdgeKind> = new Set<EdgeKind>([
  'DEFINES',
  'INHERITS',
  'IMPLEMENTS',
  'READS_FROM',
  'WRITES_TO',
  'EXECUTES',
  'FK',
  'MAPS_TO',
]);

export function outlineOf({
  flow: _flow,
  problem: _problem,
  interfaces: _interfaces,
  ...facts
}: FileFacts): Outline {
  const isSeen = ({ kind }: Reference): boolean => SEEN_OUTSIDE.has(kind) || facts.language === 'sql';
  return { ...facts, nodes: facts.nodes.map(outlineNode), references: facts.references.filter(isSeen) };
}

/** Languages in which linking reads signatures: for `static` and `interface`. */
const SIGNATURES: ReadonlySet<string> = new Set(['c', 'cpp', 'go']);

function outlineNode({ text = '', signature, ...node }: FactNode): OutlineNode {
  const overrides = /@Override|\boverride\b/.test(text.slice(0, 500));
  const skipped = node.language === 'go' ? skippedLines(text, signature) : 0;
  return {
    ...node,
    ...(signature !== undefined && SIGNATURES.has(node.language) && { signature }),
    ...(overrides && { overrides }),
    ...(skipped > 0 && { skipped }),
  };
}

function skippedLines(text: string, signature = ''): number {
  const first = signature.split('\n')[0] ?? '';
  return text.split('\n').findIndex((line) => line.trim().startsWith(first));
}
