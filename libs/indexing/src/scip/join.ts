import { Fault, type NodeKey } from '@quarry/turn';
import { definitionsIn, isParameter } from './definitions';
import type { PlacedNode } from './placed-node';
import type { ScipFile, ScipReference } from './file-references';
import { readDocuments, type ScipDocument } from './scip-index';
import { SourceText } from './source-text';

/** Largest counts that are read; indexes of large repositories stay far below. */
const LIMITS = { documents: 200_000, occurrences: 20_000_000 };
/** Implementations of one symbol that a reference may reach. */
const MAX_IMPLEMENTERS = 20;
/** Share of definitions that must be where the index says; the file has changed if fewer are. */
const MIN_IN_PLACE = 0.9;

/** What the join needs to know about the indexed code. */
export interface IndexedCode {
  /** The path within the snapshot of a document's path; undefined if it is outside. */
  pathOf(documentPath: string): string | undefined;
  /** Nodes of a file of the graph; undefined if it is not in the graph. */
  nodesOf(path: string): readonly PlacedNode[] | undefined;
  /** The file's text and the SHA-256 of its bytes, as they are now; undefined if it cannot be read. */
  textOf(path: string): { readonly text: string; readonly sha: string } | undefined;
}

export interface Joined {
  readonly files: readonly ScipFile[];
  /** Documents of the index that were left out, with the reason. */
  readonly problems: readonly string[];
}

interface Known {
  /** Nodes by global symbol. */
  readonly keys: Map<string, NodeKey[]>;
  /** Nodes by the symbol that they implement or override. */
  readonly implementers: Map<string, NodeKey[]>;
  /** Global symbols that a document defines, with or without a node. */
  readonly defined: Set<string>;
  readonly stale: Set<string>;
}

/**
 * Joins the symbols of a SCIP index to the nodes of the graph, by file and place of the definition.
 * @throws WireError, Fault `import_invalid` for an index beyond the limits
 */
export function joinIndex(bytes: Uint8Array, code: IndexedCode): Joined {
  const known: Known = { keys: new Map(), implementers: new Map(), defined: new Set(), stale: new Set() };
  const problems: string[] = [];
  let [documents, occurrences] = [0, 0];
  for (const document of readDocuments(bytes)) {
    occurrences += document.occurrences.length;
    if (++documents > LIMITS.documents || occurrences > LIMITS.occurrences)
      throw new Fault(
        'import_invalid',
        `The SCIP index has more than ${LIMITS.documents} documents or ${LIMITS.occurrences} occurrences. ` +
          'Index parts of the repository one at a time.',
      );
    const problem = learn(document, code, known);
    if (problem === undefined) continue;
    known.stale.add(document.path);
    problems.push(`${JSON.stringify(document.path.slice(0, 200))}: ${problem}`);
  }
  addImplementers(bytes, known);
  const files = [];
  for (const document of readDocuments(bytes)) {
    if (known.stale.has(document.path)) continue;
    const file = fileOf(document, code, known);
    if (file) files.push(file);
  }
  return { files, problems };
}

interface Opened {
  readonly path: string;
  readonly sha: string;
  readonly text: SourceText;
  readonly own: ReadonlyMap<string, readonly NodeKey[]>;
}

function open(document: ScipDocument, code: IndexedCode): Opened | string {
  const path = code.pathOf(document.path);
  const nodes = path === undefined ? undefined : code.nodesOf(path);
  if (path === undefined || nodes === undefined) return 'is not in the code graph, left out';
  const read = code.textOf(path);
  if (!read) return 'cannot be read, left out';
  const text = new SourceText(read.text, document.encoding);
  const named = nodes.filter(({ kind }) => kind !== 'FILE');
  if (named.filter((node) => text.names(node)).length < named.length * MIN_IN_PLACE)
    return 'has changed since it was indexed, left out; run `quarry index` and import again';
  return { path, sha: read.sha, text, own: definitionsIn(document, nodes, text) };
}

/** Collects a document's definitions; returns why the document is left out. */
function learn(document: ScipDocument, code: IndexedCode, known: Known): string | undefined {
  const opened = open(document, code);
  if (typeof opened === 'string') return opened;
  for (const { symbol, isDefinition } of document.occurrences)
    if (isDefinition && !isLocal(symbol)) known.defined.add(symbol);
  const named = document.occurrences.filter(
    ({ symbol, line, endLine, column, endColumn }) =>
      line === endLine && endColumn > column && !isModule(symbol),
  );
  const inPlace = named.filter((occurrence) => opened.text.beginsWithName(occurrence));
  if (inPlace.length < named.length * MIN_IN_PLACE)
    return 'has changed since the SCIP index was made, left out; make it again';
  for (const [symbol, keys] of opened.own)
    if (!isLocal(symbol)) known.keys.set(symbol, [...(known.keys.get(symbol) ?? []), ...keys]);
  return undefined;
}

function addImplementers(bytes: Uint8Array, { keys, implementers }: Known): void {
  for (const { implementations } of readDocuments(bytes)) {
    for (const { symbol, implemented } of implementations) {
      for (const base of implemented) {
        const list = implementers.get(base) ?? [];
        if (list.length < MAX_IMPLEMENTERS) implementers.set(base, [...list, ...(keys.get(symbol) ?? [])]);
      }
    }
  }
}

function fileOf(document: ScipDocument, code: IndexedCode, known: Known): ScipFile | undefined {
  const opened = open(document, code);
  if (typeof opened === 'string') return undefined;
  const { path, sha, text, own } = opened;
  const references: ScipReference[] = [];
  for (const occurrence of document.occurrences) {
    const name = occurrence.isDefinition ? undefined : text.nameAt(occurrence);
    if (name === undefined || text.isDeclaredAt(occurrence)) continue;
    const { symbol } = occurrence;
    // scip-python takes `self.set()` for the built-in `set`.
    if (symbol.includes(' builtins/') && text.isMemberAt(occurrence)) continue;
    const to = (isLocal(symbol) ? own.get(symbol) : known.keys.get(symbol)) ?? [];
    // What is defined in the project without a node (a variable, a property of an object) may hold any function.
    if (to.length === 0 && (isLocal(symbol) || isParameter(symbol) || known.defined.has(symbol))) continue;
    const also = known.implementers.get(symbol) ?? [];
    references.push({ line: occurrence.line + 1, name, isCall: text.isCalledAt(occurrence), to, also });
  }
  const lines = new Map((code.nodesOf(path) ?? []).map(({ key, startLine }) => [key, startLine ?? 1]));
  const implementations = document.implementations.flatMap(({ symbol, implemented }) =>
    (known.keys.get(symbol) ?? [])
      .filter((key) => key.endsWith('|TYPE') && lines.has(key))
      .flatMap((from) =>
        implemented.flatMap((base) =>
          (known.keys.get(base) ?? []).map((to) => ({ from, to, line: lines.get(from) ?? 1 })),
        ),
      ),
  );
  return { path, sha, references, implementations };
}

/** Files and packages, whose names are paths. */
function isModule(symbol: string): boolean {
  return symbol.endsWith('/') || symbol.endsWith(':');
}

/** Symbols that only their document knows. */
function isLocal(symbol: string): boolean {
  return symbol.startsWith('local ');
}
