import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The console is compiled for browsers, with other rules for imports: it is loaded rather than imported. */
const GERMAN = jest.requireActual<Catalogue>('../apps/console/src/language/german.json');
const FRENCH = jest.requireActual<Catalogue>('../apps/console/src/language/french.json');

type Catalogue = Readonly<Record<string, string>>;

const SOURCES = path.resolve(__dirname, '../apps/console/src');

/** Attributes of elements and components that a user sees or hears. */
const SEEN = /^(?:aria-label|title|label|hint|placeholder|alt|about|verb|doing|keep|caption|none|text)$/;

/** Fields of objects whose texts are seen, and names of variables whose fields are. */
const SEEN_FIELDS = /^(?:title|word|label|hint|means|does|placeholder)$/;
const SEEN_VARIABLES = /^(?:WORDS|STATES|CHANGES|STATUSES|NEEDS|CONFIDENCES|CHANCES|KEY_STATES)$/;

/** Names, commands and formats, the same in every language. */
const SAME_EVERYWHERE = new Set(['Quarry', 'git', 'pipeline.yaml', 'F1', 'nDCG@10', 'MRR@10', 'Ctrl', 'Esc']);

/** Names for the program that look like words: keys, a class of errors, a kind of dropped things, an HTTP header. */
const NAMES = new Set(['Enter', 'Escape', 'Home', 'End', 'Problem', 'Files', 'Bearer']);

/** Fields that are not shown, although others of their name are. */
const NOT_SHOWN = new Set([
  'pages/ask/code/highlight.ts: name',
  'pages/ask/graph/draw-graph.ts: data(label)',
]);

interface Found {
  /** Keys of the catalogues. */
  readonly used: Set<string>;
  /** Texts that are not from a catalogue, each with its file. */
  readonly bare: string[];
  /** First arguments of `t` that cannot be read. */
  readonly unread: string[];
}

function read(): Found {
  const found: Found = { used: new Set(), bare: [], unread: [] };
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.tsx?$/.test(file) && !file.endsWith('.spec.ts') && !/^language\//.test(file))
      readFile(file, found);
  return found;
}

function readFile(file: string, found: Found): void {
  const text = readFileSync(path.join(SOURCES, file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind));

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && /^(?:t|rich)$/.test(node.expression.getText())) {
      const [message, ...others] = node.arguments;
      const texts = message ? literals(message) : null;
      if (texts === null) found.unread.push(`${file}: ${node.getText()}`);
      else for (const each of texts) found.used.add(each);
      others.forEach(visit);
      return;
    }
    const bare = textOf(node);
    const shown = `${file}: ${(bare ?? '').trim().replace(/\s+/g, ' ')}`;
    if (bare !== null && hasWords(bare) && !NOT_SHOWN.has(shown)) found.bare.push(shown);
    ts.forEachChild(node, visit);
  }
}

/** The texts that an expression can be: one, or those of a condition. */
function literals(node: ts.Expression): readonly string[] | null {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isConditionalExpression(node)) return null;
  const [yes, no] = [literals(node.whenTrue), literals(node.whenFalse)];
  return yes && no && [...yes, ...no];
}

/** A text that a user would see as it is written in the source; null for other nodes. */
function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return inCode(node) ? null : node.text;
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  if (!isText) return null;
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
    : node.text;
  const place = placeOf(node);
  if (place === 'sentence') return text;
  return place === 'anywhere' && isSentence(text) ? text : null;
}

/** Commands are the same in every language. */
function inCode(node: ts.JsxText): boolean {
  const { parent } = node;
  return ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === 'code';
}

/** Where a text stands: where users see it, where only the program does, or where its form must tell. */
function placeOf(node: ts.Node): 'sentence' | 'anywhere' | 'program' {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent))
      return 'program';
    if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return 'program';
    if (ts.isConditionalExpression(parent) && parent.condition === at) return 'program';
    if (ts.isCallExpression(parent) && parent.expression !== at) return 'anywhere';
    if (ts.isPropertyAccessExpression(parent)) return 'anywhere';
    if (ts.isPropertyAssignment(parent))
      return parent.initializer === at && isSeen(parent) ? 'sentence' : 'anywhere';
    if (ts.isJsxAttribute(parent)) return SEEN.test(parent.name.getText()) ? 'sentence' : 'program';
    if (ts.isJsxExpression(parent) && (ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent)))
      return 'sentence';
    if (ts.isStatement(parent)) return 'anywhere';
  }
  return 'program';
}

function isSeen(field: ts.PropertyAssignment): boolean {
  const { parent: variable } = field.parent;
  return (
    SEEN_FIELDS.test(field.name.getText()) ||
    (ts.isVariableDeclaration(variable) && SEEN_VARIABLES.test(variable.name.getText()))
  );
}

/** Words that begin like a sentence, or end like one. */
function isSentence(text: string): boolean {
  if (NAMES.has(text)) return false;
  return (
    /^[A-Z][a-z]{2,}$/.test(text) ||
    /^[A-Z][a-z’]+ [a-z‘]/.test(text.trim()) ||
    /[a-z] [a-z]+ ?[.…?]$/.test(text.trim())
  );
}

function hasWords(text: string): boolean {
  const words = text.replace(/(?:https?:|\/)\S+/g, '').trim();
  return /[A-Za-z]{2}/.test(words) && !SAME_EVERYWHERE.has(words);
}

function placeholders(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();
}

describe('the catalogues of the interface', () => {
  const { used, bare, unread } = read();

  it('have every text that the console shows, and no other', () => {
    expect(unread).toEqual([]);
    expect(Object.keys(GERMAN).sort()).toEqual([...used].sort());
    expect(Object.keys(FRENCH).sort()).toEqual([...used].sort());
  });

  it('are asked for every text that a user sees', () => {
    expect(bare).toEqual([]);
  });

  it.each([
    ['German', GERMAN],
    ['French', FRENCH],
  ])('have the same placeholders and forms in %s', (_name, catalogue) => {
    const differing = Object.entries(catalogue).filter(
      ([key, text]) =>
        text.trim() === '' ||
        placeholders(key).join() !== placeholders(text).join() ||
        key.split(' | ').length !== text.split(' | ').length,
    );
    expect(differing).toEqual([]);
  });

  it('follow the typography of French', () => {
    // No-break spaces before high marks and inside quotes, curly apostrophes, and no space before dots of omission.
    const wrong = Object.values(FRENCH).filter((text) =>
      /[^\u00a0|][;?!»](?!\w)| :|«(?!\u00a0)|\w'\w|[ \u00a0]…/.test(text),
    );
    expect(wrong).toEqual([]);
  });
});
