import { WireReader } from './wire';

/** What made the index, and where. */
export interface ScipMetadata {
  /** Name and version of the indexer: `scip-typescript 0.4.0`. */
  readonly tool: string;
  /** URI of the folder that the paths of documents start from: `file:///src/billing`. */
  readonly projectRoot: string;
}

/** One name in a document. */
export interface ScipOccurrence {
  /** Lines and columns from 0: start, and the end behind the last character. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly symbol: string;
  readonly isDefinition: boolean;
}

/** A symbol that implements or overrides others. */
export interface ScipImplementation {
  readonly symbol: string;
  readonly implemented: readonly string[];
}

export interface ScipDocument {
  readonly path: string;
  readonly occurrences: readonly ScipOccurrence[];
  readonly implementations: readonly ScipImplementation[];
  /** Unit of columns. */
  readonly encoding: 'utf8' | 'utf16' | 'utf32';
}

/** Numbers of the fields in scip.proto that are read here; all others are ignored. */
const INDEX = { metadata: 1, documents: 2 };
const METADATA = { toolInfo: 2, projectRoot: 3 };
const TOOL = { name: 1, version: 2 };
const DOCUMENT = { path: 1, occurrences: 2, symbols: 3, encoding: 6 };
const OCCURRENCE = { range: 1, symbol: 2, roles: 3 };
const SYMBOL = { symbol: 1, relationships: 4 };
const RELATIONSHIP = { symbol: 1, isImplementation: 3 };

/** The bit of an occurrence's roles that says that the symbol is defined here. */
const DEFINITION = 1;

/** @throws WireError */
export function readMetadata(bytes: Uint8Array): ScipMetadata | undefined {
  for (const index = new WireReader(bytes); index.next();) {
    if (index.field === INDEX.metadata) return metadataOf(index.message());
    index.skip();
  }
  return undefined;
}

/**
 * The documents of an index (`message Index` of scip.proto), one at a time: memory holds the bytes and one document.
 * @throws WireError
 */
export function* readDocuments(bytes: Uint8Array): Generator<ScipDocument> {
  for (const index = new WireReader(bytes); index.next();) {
    if (index.field === INDEX.documents) yield documentOf(index.message());
    else index.skip();
  }
}

function metadataOf(bytes: Uint8Array): ScipMetadata {
  let tool = '';
  let projectRoot = '';
  for (const message = new WireReader(bytes); message.next();) {
    if (message.field === METADATA.projectRoot) projectRoot = message.text();
    else if (message.field === METADATA.toolInfo) tool = toolOf(message.message());
    else message.skip();
  }
  return { tool, projectRoot };
}

function toolOf(bytes: Uint8Array): string {
  const parts = new Map<number, string>();
  for (const message = new WireReader(bytes); message.next();) {
    if (message.field === TOOL.name || message.field === TOOL.version)
      parts.set(message.field, message.text());
    else message.skip();
  }
  return [parts.get(TOOL.name), parts.get(TOOL.version)].filter(Boolean).join(' ');
}

function documentOf(bytes: Uint8Array): ScipDocument {
  let path = '';
  let encoding: ScipDocument['encoding'] = 'utf16';
  const occurrences: ScipOccurrence[] = [];
  const implementations: ScipImplementation[] = [];
  for (const message = new WireReader(bytes); message.next();) {
    if (message.field === DOCUMENT.path) path = message.text();
    else if (message.field === DOCUMENT.occurrences) {
      const occurrence = occurrenceOf(message.message());
      if (occurrence) occurrences.push(occurrence);
    } else if (message.field === DOCUMENT.symbols) {
      const implementation = implementationOf(message.message());
      if (implementation.implemented.length > 0) implementations.push(implementation);
    } else if (message.field === DOCUMENT.encoding) encoding = encodingOf(message.integer());
    else message.skip();
  }
  return { path, occurrences, implementations, encoding };
}

/** Indexers that do not name an encoding count as their language does: in UTF-16 units, or equally for ASCII. */
function encodingOf(value: number): ScipDocument['encoding'] {
  return value === 1 ? 'utf8' : value === 3 ? 'utf32' : 'utf16';
}

/** Undefined without a symbol or a range: such an occurrence only colours its text. */
function occurrenceOf(bytes: Uint8Array): ScipOccurrence | undefined {
  let range: readonly number[] = [];
  let symbol = '';
  let roles = 0;
  for (const message = new WireReader(bytes); message.next();) {
    if (message.field === OCCURRENCE.range) range = [...range, ...message.integers()].slice(0, 5);
    else if (message.field === OCCURRENCE.symbol) symbol = message.text();
    else if (message.field === OCCURRENCE.roles) roles = message.integer();
    else message.skip();
  }
  const [line, column, third, fourth] = range;
  if (symbol === '' || line === undefined || column === undefined || third === undefined) return undefined;
  const isDefinition = roles % 2 === DEFINITION;
  return fourth === undefined
    ? { line, column, endLine: line, endColumn: third, symbol, isDefinition }
    : { line, column, endLine: third, endColumn: fourth, symbol, isDefinition };
}

function implementationOf(bytes: Uint8Array): ScipImplementation {
  let symbol = '';
  const implemented: string[] = [];
  for (const message = new WireReader(bytes); message.next();) {
    if (message.field === SYMBOL.symbol) symbol = message.text();
    else if (message.field === SYMBOL.relationships) {
      const base = implementedIn(message.message());
      if (base !== undefined) implemented.push(base);
    } else message.skip();
  }
  return { symbol, implemented };
}

function implementedIn(bytes: Uint8Array): string | undefined {
  let symbol: string | undefined;
  let isImplementation = false;
  for (const message = new WireReader(bytes); message.next();) {
    if (message.field === RELATIONSHIP.symbol) symbol = message.text();
    else if (message.field === RELATIONSHIP.isImplementation) isImplementation = message.integer() === 1;
    else message.skip();
  }
  return isImplementation ? symbol : undefined;
}
