import type { GraphNode } from '@quarry/graph-store';
import { edgesOf } from './edges-of';
import type { PossibleCalls, Relation, Relations, SnapshotGraph, Subject } from './operation';
import { lastPart, ownerOf } from './owners';
import { lineOf } from './places';
import { inOrder } from './relations';
import { scan } from './scan';
import { argumentCount, countsOf, isCount, type Counts } from './argument-counts';
import { codeText } from './code-text';
import { accessesIn } from './field-accesses';
import { matchingOf, mayMatch, type Matching } from './matching-calls';
import { escaped, innermost, receiverBefore } from './source-lines';

/** A shorter name stands in too many texts to say anything. */
const MIN_LENGTH = 3;
const MAX_DEFINITIONS = 500;
/** Calls without a place that a result lists at most. */
const MAX_POSSIBLE = 100;
/** An example in the documentation of Python. */
const EXAMPLE = /^\s*>>>/;

/**
 * Functions that call something of a subject's name that the graph cannot place: they may call the subject. Of those
 * whose call the graph has, of the subject or of another definition of that name, only a call on something else counts:
 * the graph has one line of a call, and `withFurtherLines` those on the same thing.
 */
export async function unplacedCalls(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  isMeant: (node: GraphNode) => boolean = () => true,
): Promise<readonly Relation[]> {
  const own = subjects.flatMap(({ nodes }) => nodes);
  const [first] = own;
  if (!first || own.some(({ name }) => name !== first.name) || first.name.length < MIN_LENGTH) return [];
  const { graph, ref } = reader;
  const [found = []] = await graph.lookup(ref, [first.name], MAX_DEFINITIONS);
  const same = found
    .filter((node) => node.match === 'exact' && node.name === first.name)
    .map(({ key }) => key);
  const placed = await edgesOf(reader, same, 'in', ['CALLS', 'EXECUTES', 'USES', 'DEFINES'], {
    unordered: true,
  });
  // Without all the calls that have a place, nothing can be said about the others.
  if (placed.cut) return [];
  const known = new Set(own.map(({ key }) => key));
  const placedIn = Map.groupBy(placed.edges, ({ from }) => from);
  const lines = new Set(placed.edges.map(({ path, line }) => `${path}:${line ?? ''}`));
  const { nodes } = await scan(reader, ['FUNCTION', 'METHOD'], { containing: first.name, tests: true });
  const pattern = callOf(first);
  const matching = await matchingOf(reader, own);
  const counts = countsOf(own);
  const calls = nodes
    .filter((node) => !known.has(node.key) && isMeant(node))
    .flatMap((node) => {
      const has = (placedIn.get(node.key) ?? []).map(({ line }) => (line ?? 0) - (node.startLine ?? 1));
      return possibleCall(node, first, { pattern, matching, counts }, has);
    })
    // A local function within a caller has the line of that call, too.
    .filter(({ place }) => !lines.has(`${place?.path ?? ''}:${place?.line ?? ''}`));
  const closeness = closenessTo(own);
  return innermost(calls).toSorted((a, b) => closeness(a) - closeness(b) || inOrder(a, b));
}

/** Sorts what may be a call of definitions: first where the code names their type, then in their files, then elsewhere. */
function closenessTo(definitions: readonly GraphNode[]): (call: Relation) => number {
  const types = definitions.flatMap(({ kind, qualifiedName }) =>
    kind === 'METHOD' || kind === 'FIELD' ? [lastPart(ownerOf(qualifiedName))] : [],
  );
  const named = types.length === 0 ? undefined : new RegExp(`\\b(?:${types.map(escaped).join('|')})\\b`);
  const files = new Set(definitions.map(({ path }) => path));
  return ({ node }) => (named?.test(node?.text ?? '') ? 0 : files.has(node?.path) ? 1 : 2);
}

/** Languages in which a method is called on something, also within its own type. */
const WITH_RECEIVER: ReadonlySet<string> = new Set([
  'go',
  'javascript',
  'php',
  'python',
  'rust',
  'typescript',
]);

function callOf({ name, kind, language = '' }: GraphNode): RegExp {
  const before =
    kind === 'METHOD' && WITH_RECEIVER.has(language)
      ? '(?<=\\.|::|->)'
      : // A function of Rust is no method: nothing stands before its name but its module.
        `(?<![\\w$${kind === 'FUNCTION' && language === 'rust' ? '.' : ''}])`;
  // With the types of a generic call: `Query<User>(`, `parse::<u8>(`.
  return new RegExp(`${before}${escaped(name)}(?:(?:::)?<[^(){};]{1,200}>)?\\(`, 'g');
}

/** What each call of a line is a call on, as written: `this.rows.`; empty for none. */
function receiversIn(line: string, pattern: RegExp): readonly string[] {
  return [...line.matchAll(pattern)].map(({ index }) => receiverBefore(line, index));
}

/** What a call of a subject looks like. */
interface CallForm {
  readonly pattern: RegExp;
  readonly matching: Matching;
  readonly counts: Counts | undefined;
}

function possibleCall(
  node: GraphNode,
  subject: GraphNode,
  { pattern, matching, counts }: CallForm,
  has: readonly number[],
): readonly Relation[] {
  const { key, path = '', startLine = 1, text = '', language } = node;
  if (text.search(pattern) < 0) return [];
  const lines = codeText(text, language);
  const written = text.split('\n');
  const isCall = (at: number, { index, 0: found }: RegExpExecArray): boolean => {
    const before = (lines[at] ?? '').slice(0, index);
    const count = argumentCount(written, lines, at, index + found.length - 1);
    return mayMatch(before, node, matching) && isCount(count, counts, before);
  };
  const isNamesake = node.name === subject.name;
  // The first line of code with its name states a definition.
  const declares = new RegExp(`(?<![\\w$])${escaped(subject.name)}(?:<[^(){};]{1,200}>)?\\(`);
  const first = isNamesake ? lines.findIndex((line) => declares.test(line)) + 1 : 0;
  const on = new Set(has.flatMap((n) => receiversIn(lines[n] ?? '', pattern)));
  const at = lines.findIndex(
    (line, n) =>
      n >= first &&
      !EXAMPLE.test(line) &&
      (has.length === 0 || (on.size > 0 && !receiversIn(line, pattern).some((one) => on.has(one)))) &&
      [...line.matchAll(pattern)].some((match) => isCall(n, match)),
  );
  if (at < 0) return [];
  const line = startLine + at;
  const place = { path, line, text: lineOf(node, line) ?? '' };
  const edge = { from: key, to: subject.key, kind: 'CALLS' } as const;
  const about = { target: subject.qualifiedName, place, depth: 1, probable: true } as const;
  return [{ key, name: node.qualifiedName, node, edge, ...about }];
}

/**
 * Functions whose code reads something of a field's name where the graph knows no use of any field of that name: they may
 * read it.
 */
export async function unplacedReads(
  reader: SnapshotGraph,
  fields: readonly GraphNode[],
): Promise<readonly Relation[]> {
  const [first] = fields;
  if (!first || fields.some(({ name }) => name !== first.name) || first.name.length < MIN_LENGTH) return [];
  const { graph, ref } = reader;
  const [found = []] = await graph.lookup(ref, [first.name], MAX_DEFINITIONS);
  const same = found.filter((node) => node.match === 'exact' && node.name === first.name);
  const keys = same.map(({ key }) => key);
  const placed = await edgesOf(reader, keys, 'in', ['CALLS', 'USES', 'DEFINES'], { unordered: true });
  if (placed.cut) return [];
  const known = new Set([...keys, ...placed.edges.map(({ from }) => from)]);
  const { nodes } = await scan(reader, ['FUNCTION', 'METHOD'], { containing: first.name, tests: true });
  // A member behind a point; in languages without `self`, its own type names it alone.
  const behind = WITH_RECEIVER.has(first.language) ? '(?<=\\.|->)' : '(?<![\\w$"])';
  const pattern = new RegExp(`${behind}${escaped(first.name)}(?![\\w$(])`);
  const matching = await matchingOf(reader, fields);
  const reads = nodes
    .filter((node) => !known.has(node.key) && node.language === first.language && node.name !== first.name)
    .flatMap((node) => {
      const { key, path = '', startLine = 1, text = '', language } = node;
      const lines = codeText(text, language);
      const at = lines.findIndex((line) => {
        const match = pattern.exec(line);
        return (
          match !== null &&
          mayMatch(line.slice(0, match.index), node, matching) &&
          accessesIn(line, first.name, language).has('reads')
        );
      });
      if (at < 0) return [];
      const line = startLine + at;
      const place = { path, line, text: lineOf(node, line) ?? '' };
      const edge = { from: key, to: first.key, kind: 'USES' } as const;
      const about = { target: first.qualifiedName, place, depth: 1, probable: true } as const;
      return [{ key, name: node.qualifiedName, node, edge, ...about }];
    });
  return innermost(reads).toSorted(inOrder);
}

/**
 * The calls beside what was found; nothing without any.
 * @param values where the subject is passed on as a value
 */
export function withUnplaced(
  calls: readonly Relation[],
  one = 'function',
  values: readonly Relation[] = [],
): Pick<Relations, 'possible'> {
  const all = [...values, ...calls];
  if (all.length === 0) return {};
  return { possible: { relations: all.slice(0, MAX_POSSIBLE), total: all.length, one } };
}

/** The places among possible calls that pass the subject on as a value. */
export function passedOn({ relations, one }: PossibleCalls): readonly Relation[] {
  return one === 'use' ? [] : relations.filter(({ edge }) => edge.kind === 'USES');
}

/**
 * The heading of a result beside which there are calls without a place: it must not read as if there were none, or no
 * others.
 * @param found what the heading of the operation says, e.g. `no callers of Client.send`
 */
export function headingWithUnplaced(
  found: string,
  total: number,
  possible: PossibleCalls & { readonly name: string },
): string {
  const { one, within, name } = possible;
  const values = passedOn(possible).length;
  const count = possible.total - values;
  const what = one === 'use' ? 'use' : one === 'function' ? 'call' : `${one} call`;
  const calls = `${count} ${total > 0 ? 'more ' : ''}${what}${count === 1 ? '' : 's'}`;
  const couldNot = `${calls} ${within ? 'in it' : `of something named ${name}`} could not be placed`;
  if (values === 0)
    return total > 0 ? `${found} found; ${couldNot}` : `${found.replace(/^no /, 'no certain ')}; ${couldNot}`;
  const passed = `it is passed on as a value in ${values} place${values === 1 ? '' : 's'}`;
  return [found.replace(/^no /, 'no direct '), passed, ...(count > 0 ? [couldNot] : [])].join('; ');
}
