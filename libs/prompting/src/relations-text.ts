import { createHash } from 'node:crypto';
import {
  countTokens,
  isInferred,
  isTestPath,
  relationSide,
  type Evidence,
  type GraphEdgeRef,
  type Neighborhood,
  type NodeKey,
} from '@quarry/turn';
import { isLineOfGraph } from './evidence-text';
import { countsInWords, nameBeside, phraseOf, rankOfKind, shownKey } from './relation-words';

/** Relations as a prompt shows them, and what it leaves out. */
export interface RelationsText {
  /** Empty if there are none. */
  readonly text: string;
  /** Short hashes of the relations that are shown. */
  readonly shown: readonly string[];
  /** Relations that the code graph has and the text has not, by kind. */
  readonly left: ReadonlyMap<string, number>;
}

/**
 * The relations between what a prompt shows (003 §6.1), grouped by node: first those of the nodes that the question and
 * the requests name, whole, then those of the evidence, most relevant first; each relation once. Those that tests state
 * come last and take a small share. What does not fit, and what the neighbourhood does not have, is counted.
 * @param maxTokens most tokens of the text
 * @param before hashes of relations that earlier text shows; they are left out without a count
 * @example
 * relationsText(turn.graph, turn.evidence, 1_200).text;
 * // Relations, with path:line of the reference; without a path, in the file of the name above:
 * // python:httpx._client.Client.send|METHOD in httpx/_client.py
 * //   called by: Client.request:825, Client.stream:868; tests/test_a.py: test_build:54
 */
export function relationsText(
  graph: Neighborhood,
  evidence: readonly Evidence[],
  maxTokens: number,
  before: readonly string[] = [],
): RelationsText {
  const known = new Set(before);
  const heads = headsOf(graph, evidence);
  const relations = inOrder(graph, evidence, heads).filter(({ ids }) => !ids.every((id) => known.has(id)));
  const taken: Relation[] = [];
  const left = new Map<string, number>();
  const seen = new Set<string>();
  const rooms = [
    { room: maxTokens - countTokens(TITLE) - RESERVED, isFor: () => true },
    { room: MOST_AROUND, isFor: ({ isNamed }: Relation) => !isNamed },
    { room: Math.floor(maxTokens * TESTS_SHARE), isFor: ({ isTest }: Relation) => isTest },
  ];
  for (const relation of relations) {
    const cost = costOf(relation, seen);
    const own = rooms.filter(({ isFor }) => isFor(relation));
    if (own.some(({ room }) => room < cost)) {
      left.set(relation.kind, (left.get(relation.kind) ?? 0) + relation.ids.length);
      continue;
    }
    for (const one of own) one.room -= cost;
    taken.push(relation);
    for (const part of partsOf(relation)) seen.add(part);
  }
  const beyond = beyondOf(graph, heads);
  for (const { kind, count } of beyond) left.set(kind, (left.get(kind) ?? 0) + count);
  if (relations.length + left.size === 0) return { text: '', shown: [], left };
  const rest = countsInWords(left);
  const note = rest === '' ? [] : [`Relations not shown: ${rest}. Request a name to see those of it.`];
  const lines =
    taken.length === 0 ? [] : [known.size > 0 ? MORE : TITLE, ...linesOf(taken, relations, beyond)];
  return { text: [...lines, ...note].join('\n'), shown: taken.flatMap(({ ids }) => ids), left };
}

const TITLE = 'Relations, with path:line of the reference; without a path, in the file of the name above:';
const MORE = `More ${TITLE.toLowerCase()}`;
/** Tokens for what says how much is left out. */
const RESERVED = 40;
/** Most tokens of relations of what no one named: they are hints at what can be requested. */
const MOST_AROUND = 600;
/** Most of the tokens for relations that tests state: they use everything, and explain little. */
const TESTS_SHARE = 0.1;

/** Edges as a line of their head shows them. */
interface Relation {
  /** Of the edges that read alike. */
  readonly ids: readonly string[];
  readonly head: NodeKey;
  readonly kind: string;
  readonly phrase: string;
  /** The file with the reference; empty if it is that of the head, `?` if it is unknown. */
  readonly path: string;
  /** The file of the head, or an empty text. */
  readonly file: string;
  readonly name: string;
  readonly isNamed: boolean;
  /** Whether a test states it, of what is not in tests itself. */
  readonly isTest: boolean;
  readonly rank: readonly number[];
}

/**
 * Each edge once, unless its line is evidence: at the named node that it touches, else at the more relevant end. All of
 * the named nodes come first, then those between pieces of evidence, then those that lead away.
 */
function inOrder(
  graph: Neighborhood,
  evidence: readonly Evidence[],
  heads: readonly NodeKey[],
): readonly Relation[] {
  const named = new Set(graph.named);
  const lines = new Set(evidence.filter(isLineOfGraph).map(({ path, startLine }) => `${path}:${startLine}`));
  const order = new Map(heads.map((key, at) => [key, at]));
  const paths = new Map([
    ...evidence.flatMap(({ nodeKey, path }) => (nodeKey === undefined ? [] : [[nodeKey, path] as const])),
    ...graph.nodes.map(({ key, path }) => [key, path] as const),
  ]);
  const relations = graph.edges.flatMap((edge): Relation[] => {
    const [from, to] = [order.get(edge.from) ?? Infinity, order.get(edge.to) ?? Infinity];
    const isHead = Number.isFinite(Math.min(from, to));
    // The key of a member says what it is defined in; a type says its members.
    const isKnown =
      edge.kind === 'DEFINES' && (edge.from.endsWith('|FILE') || (to <= from && isSaidByKey(edge)));
    if (!isHead || isKnown || lines.has(`${edge.path ?? ''}:${edge.line ?? ''}`)) return [];
    return [relationOf(edge, { from, to, named, paths })];
  });
  const sorted = relations.toSorted(
    (a, b) => compare(a.rank, b.rank) || (a.path < b.path ? -1 : Number(a.path > b.path)),
  );
  return [...Map.groupBy(sorted, textOf).values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ ...first, ids: alike.flatMap(({ ids }) => ids) }] : [];
  });
}

/** The nodes whose relations are shown: those that are named, then those that are evidence, most relevant first. */
function headsOf(graph: Neighborhood, evidence: readonly Evidence[]): readonly NodeKey[] {
  const relevant = evidence.toSorted((a, b) => b.relevance - a.relevance || a.n - b.n);
  return [...new Set([...(graph.named ?? []), ...relevant.map((item) => item.nodeKey ?? item.id)])];
}

/** Relations that the code graph has of a node and the neighbourhood has not. */
interface Beyond {
  readonly head: NodeKey;
  readonly kind: string;
  readonly phrase: string;
  readonly count: number;
}

function beyondOf({ edges, totals = {} }: Neighborhood, heads: readonly NodeKey[]): readonly Beyond[] {
  const known = new Map<string, number>();
  for (const edge of edges)
    for (const [key, direction] of [[edge.from, 'out'] as const, [edge.to, 'in'] as const]) {
      const side = `${key} ${relationSide(edge, direction)}`;
      known.set(side, (known.get(side) ?? 0) + 1);
    }
  return heads.flatMap((head) =>
    Object.entries(totals[head] ?? {}).flatMap(([side, total]) => {
      const count = total - (known.get(`${head} ${side}`) ?? 0);
      const [, direction, kind = '', doubt] = /^(in|out) (\w+)(\?)?$/.exec(side) ?? [];
      const phrase = phraseOf(kind, direction === 'in', doubt !== undefined);
      return count > 0 ? [{ head, kind, phrase, count }] : [];
    }),
  );
}

/** Whether the key of a member begins with that of what it is defined in: `go:kafka.Reader.run` in `go:kafka.Reader`. */
function isSaidByKey({ from, to }: GraphEdgeRef): boolean {
  const container = from.slice(0, from.lastIndexOf('|'));
  return to.startsWith(container) && /^[^\p{L}\p{N}_|]/u.test(to.slice(container.length));
}

/** What the reader sees of a relation: the overloads of one name, called in one line, are one. */
function textOf({ head, phrase, path, name }: Relation): string {
  return JSON.stringify([head, phrase, path, name]);
}

function relationOf(
  edge: GraphEdgeRef,
  at: {
    readonly from: number;
    readonly to: number;
    readonly named: ReadonlySet<NodeKey>;
    readonly paths: ReadonlyMap<NodeKey, string | undefined>;
  },
): Relation {
  const incoming = at.to <= at.from;
  const [head, other] = incoming ? [edge.to, edge.from] : [edge.from, edge.to];
  const whole = edge.path ?? at.paths.get(edge.from) ?? '';
  const file = at.paths.get(head) ?? '';
  const path = whole === file ? '' : whole || '?';
  const isProbable = isInferred(edge);
  const isNamed = at.named.has(head);
  const isTest = isTestPath(path) && !isTestPath(file);
  const isWithin = Number.isFinite(at.from) && Number.isFinite(at.to);
  return {
    ids: [idOf(edge)],
    ...{ head, kind: edge.kind, path, file, isNamed, isTest },
    phrase: phraseOf(edge.kind, incoming, isProbable),
    name: `${nameBeside(head, other, edge.kind)}${edge.line === undefined ? '' : `:${edge.line}`}`,
    rank: [
      Number(isTest),
      isNamed ? 0 : isWithin ? 1 : 2,
      Math.min(at.from, at.to),
      rankOfKind(edge.kind),
      Number(!incoming),
      Number(isProbable),
    ],
  };
}

/** A hash of 48 bits. */
function idOf({ from, kind, to, line }: GraphEdgeRef): string {
  return createHash('sha256')
    .update(JSON.stringify([from, kind, to, line]))
    .digest('base64url')
    .slice(0, 8);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** What a relation adds to the text beside its name, if nothing before it did: its head, its line, its file. */
function partsOf({ head, phrase, path }: Relation): readonly [string, string, string] {
  return [head, JSON.stringify([head, phrase]), JSON.stringify([head, phrase, path])];
}

function costOf(relation: Relation, seen: ReadonlySet<string>): number {
  const { phrase, path, name } = relation;
  const [own, line, file] = partsOf(relation).map((part) => !seen.has(part));
  return (
    countTokens(`${name}, `) +
    (own ? countTokens(`${headOf(relation)}\n`) : 0) +
    (line ? countTokens(`  ${phrase}: (+99 more)\n`) : 0) +
    (file && path !== '' ? countTokens(`${path}: ; `) : 0)
  );
}

/** Names without a path stand before the first path. */
function ownFileFirst(relations: readonly Relation[]): readonly Relation[] {
  return relations.toSorted((a, b) => Number(a.path !== '') - Number(b.path !== ''));
}

function headOf({ head, file }: Pick<Relation, 'head' | 'file'>): string {
  return `${shownKey(head)}${file === '' ? '' : ` in ${file}`}`;
}

/** Lines by head, then by phrase, then by file; a line says how many of its relations are left out. */
function linesOf(
  taken: readonly Relation[],
  all: readonly Relation[],
  beyond: readonly Beyond[],
): readonly string[] {
  const heads = Map.groupBy(taken, ({ head }) => head);
  const shown = new Set(taken);
  return [...heads].flatMap(([head, own]) => [
    ...own.slice(0, 1).map(headOf),
    ...[...Map.groupBy(own, ({ phrase }) => phrase)].map(([phrase, some]) => {
      const rest = all.filter((one) => one.head === head && one.phrase === phrase && !shown.has(one));
      const more = beyond
        .filter((one) => one.head === head && one.phrase === phrase)
        .reduce((sum, { count }) => sum + count, idsIn(rest));
      const tests = idsIn(rest.filter(({ isTest }) => isTest));
      const files = [...Map.groupBy(ownFileFirst(some), ({ path }) => path)].map(
        ([path, relations]) =>
          `${path === '' ? '' : `${path}: `}${relations.map(({ name }) => name).join(', ')}`,
      );
      const counted = more === 0 ? '' : ` (+${more} more${tests === 0 ? '' : `, ${tests} in tests`})`;
      return `  ${phrase}: ${files.join('; ')}${counted}`;
    }),
  ]);
}

function idsIn(relations: readonly Relation[]): number {
  return relations.reduce((sum, { ids }) => sum + ids.length, 0);
}
