import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  YAMLParseError,
  type CST,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import { quote, type Place, type Report } from '../problem';
import type { Entry, Located } from './located';

/** Limits of a pipeline file. A file beyond them is an attack (alias bombs, deep nesting). */
export const YAML_LIMITS = {
  bytes: 64 * 1024,
  tokens: 20_000,
  aliases: 20,
  depth: 20,
  values: 5_000,
} as const;

/** The parser's stack has up to two entries per level of nesting, and a few more. */
const MAX_PARSER_STACK = 2 * YAML_LIMITS.depth + 10;
const ONE_DOCUMENT = 'Source contains multiple documents';
const TOO_DEEP = `nested deeper than ${YAML_LIMITS.depth} levels`;
const MAX_SYNTAX_ERRORS = 20;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const KNOWN_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * Reads a YAML file within {@link YAML_LIMITS}. Never throws: problems go to `report`.
 * @returns undefined if an error leaves no usable value
 */
export function readYaml(file: string, text: string, report: Report): Located | undefined {
  const start: Place = { file, line: 1, column: 1 };
  if (Buffer.byteLength(text) > YAML_LIMITS.bytes) {
    report.error(start, `the file is larger than ${YAML_LIMITS.bytes / 1024} KB`);
    return undefined;
  }
  const lineCounter = new LineCounter();
  const parsed = parseWithin(text, lineCounter);
  if ('refused' in parsed) {
    report.error(placeOf(file, text, parsed.offset), parsed.refused);
    return undefined;
  }
  const placeAt = (offset: number | undefined): Place => {
    const { line, col } = lineCounter.linePos(offset ?? 0);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const composer = new Composer({
    schema: 'core',
    merge: false,
    // Checked below, because the parser's own check of duplicates is quadratic.
    uniqueKeys: false,
  });
  const [document, another] = composer.compose(parsed.tokens, true, text.length);
  if (!document) return undefined;
  const broken = [...document.errors, ...document.warnings];
  if (another)
    broken.push(new YAMLParseError([another.range[0], another.range[1]], 'MULTIPLE_DOCS', ONE_DOCUMENT));
  for (const error of broken.slice(0, MAX_SYNTAX_ERRORS)) {
    report.error(placeAt(error.pos[0]), `YAML: ${error.message.split('\n')[0] ?? error.code}`);
  }
  if (document.directives.yaml.version !== '1.2') {
    report.error(start, 'only YAML 1.2 is read here; remove the %YAML directive');
    return undefined;
  }
  if (broken.length > 0) return undefined;
  if (document.contents === null) {
    report.error(start, 'the file is empty');
    return undefined;
  }
  try {
    return new Converter(document, placeAt, report).convert(document.contents, 1);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    report.error(error.at, error.message);
    return undefined;
  }
}

type Parsed =
  { readonly tokens: readonly CST.Token[] } | { readonly refused: string; readonly offset: number };

/** The top-level tokens of a text. Refuses one whose tree is too deep or too large: to build it takes long. */
function parseWithin(text: string, lineCounter: LineCounter): Parsed {
  const parser = new Parser(lineCounter.addNewLine);
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  lineCounter.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    lexemes += 1;
    if (lexemes > YAML_LIMITS.tokens)
      return { refused: `more than ${YAML_LIMITS.tokens} tokens of YAML`, offset: parser.offset };
    if (parser.stack.length > MAX_PARSER_STACK) return { refused: TOO_DEEP, offset: parser.offset };
  }
  return { tokens: [...tokens, ...parser.end()] };
}

function placeOf(file: string, text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

class LimitExceeded extends Error {
  constructor(
    readonly at: Place,
    message: string,
  ) {
    super(message);
  }
}

class Converter {
  private aliases = 0;
  private values = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly placeAt: (offset: number | undefined) => Place,
    private readonly report: Report,
  ) {}

  convert(node: unknown, depth: number, from?: Place): Located {
    const at = isNode(node) ? this.placeAt(node.range?.[0]) : (from ?? this.placeAt(0));
    if (depth > YAML_LIMITS.depth && !isScalar(node) && node !== null) {
      throw new LimitExceeded(at, TOO_DEEP);
    }
    this.values += 1;
    if (this.values > YAML_LIMITS.values) {
      throw new LimitExceeded(at, `more than ${YAML_LIMITS.values} values, aliases counted as often as used`);
    }
    if (isAlias(node)) {
      this.aliases += 1;
      if (this.aliases > YAML_LIMITS.aliases) {
        throw new LimitExceeded(at, `more than ${YAML_LIMITS.aliases} uses of aliases`);
      }
      const target = node.resolve(this.document);
      if (!target) {
        this.report.error(at, `there is no anchor ${quote(node.source)}`);
        return { kind: 'scalar', at, value: null };
      }
      return this.convert(target, depth + 1, at);
    }
    if (isNode(node)) this.checkTag(node, at);
    if (isMap(node)) return { kind: 'map', at, entries: this.entries(node, depth) };
    if (isSeq(node)) {
      return { kind: 'list', at, items: node.items.map((item) => this.convert(item, depth + 1, at)) };
    }
    return { kind: 'scalar', at, value: this.scalar(isScalar(node) ? node.value : null, at) };
  }

  private entries(node: YAMLMap, depth: number): ReadonlyMap<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const pair of node.items) {
      const located = this.convert(pair.key, depth + 1);
      const key = located.kind === 'scalar' ? located.value : null;
      if (typeof key !== 'string') {
        this.report.error(located.at, 'a key must be text');
        continue;
      }
      if (FORBIDDEN_KEYS.has(key)) {
        this.report.error(located.at, `the key '${key}' is not allowed`);
        continue;
      }
      const first = entries.get(key);
      if (first) {
        this.report.error(located.at, `the key ${quote(key)} is already defined in line ${first.at.line}`);
        continue;
      }
      entries.set(key, { at: located.at, value: this.convert(pair.value, depth + 1, located.at) });
    }
    return entries;
  }

  private scalar(value: unknown, at: Place): string | number | boolean | null {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.report.error(at, 'a number must be finite');
      return null;
    }
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    return null;
  }

  private checkTag(node: Node, at: Place): void {
    if (node.tag !== undefined && !KNOWN_TAGS.has(node.tag)) {
      this.report.error(at, `the tag ${quote(node.tag)} is not allowed; a pipeline holds plain values only`);
    }
  }
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value);
}
