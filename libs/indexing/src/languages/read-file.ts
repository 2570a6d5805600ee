import type { Extract, FileFacts, Reference } from '../facts';
import { flowSource } from './flow/flow-source';
import type { FlowSource } from './flow/flow-builder';
import type { FlowFacts } from '../flow/flow-facts';
import { defined, type NodeKey } from '@quarry/turn';
import { keysOf, type Definition } from './definition';
import { FileBuilder } from './file-builder';
import { parseWith } from './grammars';
import type { LanguageSpec } from './language-spec';
import { copyTree, type Syntax, type SyntaxTree } from './syntax';

/** Signatures are for overviews; longer lines are truncated there, never in `text`. */
const MAX_SIGNATURE = 300;

/**
 * The extractor of one language: parses, copies the tree, runs the language's visits, and resolves what was postponed.
 */
export function extractorOf(spec: LanguageSpec): Extract {
  return (path, text) => {
    const tree = parse(spec, text);
    const file = fileDefinition(path, text);
    const builder = new FileBuilder(spec, path, text, file, spec.moduleOf(path));
    if (tree) visitAll(tree.root, spec, builder);
    return facts(
      builder,
      problemOf(tree, builder),
      tree && spec.flow ? (source) => spec.flow?.(tree.root, source) : undefined,
    );
  };
}

/** A file's syntax with its definitions by position, for readers of other things than facts. */
export function readDefinitions(
  spec: LanguageSpec,
  path: string,
  text: string,
): { root: Syntax | undefined; innermost: (offset: number) => NodeKey; lineAt: (offset: number) => number } {
  const tree = parse(spec, text);
  const file = fileDefinition(path, text);
  const builder = new FileBuilder(spec, path, text, file, spec.moduleOf(path));
  if (tree) visitAll(tree.root, spec, builder);
  const definitions = parentsFirst(builder.definitions, file);
  const keys = keysOf(spec.name, definitions);
  const byStart = definitions.map((definition, i) => ({ ...definition, key: keys[i]! }));
  byStart.sort((a, b) => a.start - b.start || b.end - a.end);
  return {
    root: tree?.root,
    innermost: (offset) =>
      byStart.findLast(({ start, end }) => start <= offset && offset < end)?.key ?? `file:${path}|FILE`,
    lineAt: (offset) => builder.lines.at(offset),
  };
}

function parse(spec: LanguageSpec, text: string): SyntaxTree | null {
  if (spec.maxLine !== undefined && longestLine(text) > spec.maxLine) return null;
  const first = parseOnce(spec, spec.prepare?.(text) ?? text, text);
  if (!first || first.errorAt === undefined || !spec.repair) return first;
  const repaired = spec.repair(text);
  const second = repaired === text ? null : parseOnce(spec, repaired, text);
  return second && (second.errorAt ?? Infinity) > first.errorAt ? second : first;
}

function longestLine(text: string): number {
  return text.split('\n').reduce((longest, line) => Math.max(longest, line.length), 0);
}

/** Parses one form of a text; the tree's offsets refer to the original. */
function parseOnce(spec: LanguageSpec, form: string, text: string): SyntaxTree | null {
  const tree = parseWith(spec.grammar, form);
  if (!tree) return null;
  try {
    return copyTree(tree, text, spec.isLoss);
  } finally {
    tree.delete();
  }
}

/** Visits in preorder with an explicit stack; scopes opened by a visit are left after the node's children. */
function visitAll(root: Syntax, spec: LanguageSpec, builder: FileBuilder): void {
  const open: { node: Syntax; next: number; scope: FileBuilder['scope'] }[] = [];
  let node: Syntax | undefined = root;
  for (;;) {
    if (node) {
      const { scope } = builder;
      const visit = Object.hasOwn(spec.visit, node.type) ? spec.visit[node.type] : undefined;
      const skip = visit?.(node, builder) === 'skip';
      open.push({ node, next: skip ? node.children.length : 0, scope });
    }
    const top = open.at(-1);
    if (!top) return;
    node = top.node.children[top.next++];
    if (!node) {
      builder.scope = top.scope;
      open.pop();
    }
  }
}

function problemOf(tree: SyntaxTree | null, builder: FileBuilder): string | undefined {
  if (!tree) return 'The parser gave up on this file; it is indexed as text only.';
  if (tree.errorAt !== undefined)
    return `The parser cannot read line ${builder.lines.at(tree.errorAt)}; the rest is read.`;
  if (tree.cut) return 'The file has too many syntax nodes; its end is missing from the graph.';
  return undefined;
}

function fileDefinition(path: string, text: string): Definition {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { kind: 'FILE', name, qualifiedName: path, start: 0, end: text.length, codeStart: 0, parent: null };
}

function facts(
  builder: FileBuilder,
  problem: string | undefined,
  flowOf?: (source: FlowSource) => FlowFacts | undefined,
): FileFacts {
  const { file, spec, path, lines, source } = builder;
  const definitions = parentsFirst(builder.definitions, file);
  const keys = new Map<Definition, string>([[file, `file:${path}|FILE`]]);
  keysOf(spec.name, definitions).forEach((key, i) => keys.set(definitions[i]!, key));
  const references: Reference[] = builder
    .references()
    .map(({ from, ...reference }) => ({ from: keys.get(from)!, ...reference }));
  const nodes = definitions.map((definition): FileFacts['nodes'][number] => {
    const type = definition.type?.();
    if (definition.owner !== undefined && definition.parent === file) {
      references.push({
        from: keys.get(definition)!,
        kind: 'DEFINES',
        name: definition.owner,
        line: lines.at(definition.codeStart),
      });
    }
    return {
      key: keys.get(definition)!,
      kind: definition.kind,
      name: definition.name,
      qualifiedName: definition.qualifiedName,
      language: spec.name,
      path,
      startLine: lines.at(definition.start),
      endLine: lines.at(Math.max(definition.start, definition.end - 1)),
      text: source.slice(definition.start, definition.end),
      signature: signatureOf(source, definition),
      parent: keys.get(definition.parent ?? file)!,
      ...(type ? { type } : {}),
      ...(definition.parameters ? { parameters: definition.parameters } : {}),
      ...(definition.calling ? { calling: definition.calling } : {}),
    };
  });
  const fileNode = {
    key: keys.get(file)!,
    kind: 'FILE',
    name: file.name,
    qualifiedName: path,
    language: spec.name,
    path,
    startLine: 1,
    endLine: lines.at(Math.max(0, source.length - 1)),
  } as const;
  return {
    path,
    language: spec.name,
    nodes: [fileNode, ...nodes],
    imports: builder.imports,
    references,
    ...defined({ namespace: builder.namespace, problem, flow: flowOf?.(flowSource(builder, definitions)) }),
  };
}

/** Sets the type as parent of members declared outside it (Go, Rust), and moves it before them. */
function parentsFirst(found: readonly Definition[], file: Definition): readonly Definition[] {
  const types = new Map<string, Definition>();
  for (const definition of found) {
    if (definition.kind === 'TYPE')
      types.set(definition.qualifiedName, types.get(definition.qualifiedName) ?? definition);
  }
  const moved: Definition[] = [];
  const placed = new Set<Definition>([file]);
  for (const definition of found) {
    if (definition.owner !== undefined) {
      const type = types.get(definition.qualifiedName.slice(0, -definition.name.length - 1));
      if (type) definition.parent = type;
    }
    for (const next of [definition.parent, definition]) {
      if (next && !placed.has(next)) moved.push(next);
      if (next) placed.add(next);
    }
  }
  return moved;
}

function signatureOf(source: string, { codeStart, end }: Definition): string {
  const start = source.slice(codeStart, Math.min(end, codeStart + MAX_SIGNATURE));
  return (start.split('\n', 1)[0] ?? '').trim();
}
