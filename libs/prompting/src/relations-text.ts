import { createHash } from 'node:crypto';
import {
  countTokens,
  isInferred,
  shortNameInKey,
  type Evidence,
  type GraphEdgeRef,
  type Neighborhood,
  type NodeKey,
} from '@quarry/turn';

/** Words for an edge, seen from its target and from its source. */
const PHRASES: Readonly<Record<string, readonly [incoming: string, outgoing: string]>> = {
  CALLS: ['called by', 'calls'],
  EXECUTES: ['executed by', 'executes'],
  INHERITS: ['extended by', 'extends'],
  IMPLEMENTS: ['implemented by', 'implements'],
  READS_FROM: ['read by', 'reads'],
  WRITES_TO: ['written by', 'writes'],
  USES: ['used by', 'uses'],
  FK: ['referenced by', 'references'],
  MAPS_TO: ['mapped by', 'maps to'],
  DEPENDS_ON: ['needed by', 'depends on'],
  IMPORTS: ['imported by', 'imports'],
  DEFINES: ['defined in', 'defines'],
};

/** Edges that say least come last. */
const ORDER = Object.keys(PHRASES);

/** Relations as a prompt shows them, and what it leaves out. */
export interface RelationsText {
  /** Empty if there are none. */
  readonly text: string;
  /** Short hashes of the relations that are shown. */
  readonly shown: readonly string[];
  /** Relations that the budget leaves out, by kind. */
  readonly left: ReadonlyMap<string, number>;
}

/**
 * The relations between what a prompt shows (003 §6.1), grouped by node: first those of the nodes that the question and
 * the requests name, whole, then those of the evidence, most relevant first; each relation once. What does not fit is
 * counted by kind.
 * @param maxTokens most tokens of the text
 * @param before hashes of relations that earlier text shows; they are left out without a count
 * @example
 * relationsText(turn.graph, turn.evidence, 1_200).text;
 * // Relations, with path:line of the reference:
 * // python:httpx._client.Client.send|METHOD
 * //   called by: httpx/_client.py: Client.request:825, Client.stream:868; tests/test_a.py: test_build:54
 */
export function relationsText(
  graph: Neighborhood,
  evidence: readonly Evidence[],
  maxTokens: number,
  before: readonly string[] = [],
): RelationsText {
  const known = new Set(before);
  const relations = inOrder(graph, evidence).filter(({ ids }) => !ids.every((id) => known.has(id)));
  const taken: Relation[] = [];
  const left = new Map<string, number>();
  const seen = new Set<string>();
  let tokens = countTokens(TITLE) + RESERVED;
  let around = 0;
  for (const relation of relations) {
    const cost = costOf(relation, seen);
    const isAround = !relation.isNamed;
    if (tokens + cost > maxTokens || (isAround && around + cost > MOST_AROUND))
      left.set(relation.kind, (left.get(relation.kind) ?? 0) + 1);
    else {
      tokens += cost;
      if (isAround) around += cost;
      taken.push(relation);
      for (const part of partsOf(relation)) seen.add(part);
    }
  }
  const { unlisted = 0 } = graph;
  if (relations.length + unlisted === 0) return { text: '', shown: [], left };
  const beyond = unlisted > 0 ? [`${unlisted} of the named definitions`] : [];
  const rest = [...[...left].map(([kind, count]) => `${count} ${kind}`), ...beyond].join(', ');
  const note = rest === '' ? [] : [`Relations not shown: ${rest}. Request a name to see them.`];
  const lines = taken.length === 0 ? [] : [known.size > 0 ? MORE : TITLE, ...linesOf(taken, relations)];
  return { text: [...lines, ...note].join('\n'), shown: taken.flatMap(({ ids }) => ids), left };
}

const TITLE = 'Relations, with path:line of the reference:';
const MORE = 'More relations, with path:line of the reference:';
/** Tokens for what says how much is left out. */
const RESERVED = 24;
/** Most tokens of relations of what no one named: they are hints at what can be requested. */
const MOST_AROUND = 600;

/** Edges as a line of their head shows them. */
interface Relation {
  /** Of the edges that read alike. */
  readonly ids: readonly string[];
  readonly head: NodeKey;
  readonly kind: string;
  readonly phrase: string;
  /** The file with the reference, or an empty text. */
  readonly path: string;
  readonly name: string;
  readonly isNamed: boolean;
  readonly rank: readonly number[];
}

/**
 * Each edge once, at the named node that it touches, else at the more relevant end: all of the named nodes, then those
 * between pieces of evidence, then those that lead away.
 */
function inOrder(graph: Neighborhood, evidence: readonly Evidence[]): readonly Relation[] {
  const named = new Set(graph.named);
  const relevant = evidence.toSorted((a, b) => b.relevance - a.relevance || a.n - b.n);
  const heads = [...new Set([...named, ...relevant.map((item) => item.nodeKey ?? item.id)])];
  const order = new Map(heads.map((key, at) => [key, at]));
  const paths = new Map(graph.nodes.map(({ key, path }) => [key, path]));
  const relations = graph.edges.flatMap((edge): Relation[] => {
    const [from, to] = [order.get(edge.from) ?? Infinity, order.get(edge.to) ?? Infinity];
    const isHead = Number.isFinite(Math.min(from, to));
    // The key of a member says what it is defined in; a type says its members.
    const isKnown =
      edge.kind === 'DEFINES' && (edge.from.endsWith('|FILE') || (to <= from && isSaidByKey(edge)));
    if (!isHead || isKnown) return [];
    return [relationOf(edge, { from, to, named, path: edge.path ?? paths.get(edge.from) ?? '' })];
  });
  const sorted = relations.toSorted(
    (a, b) => compare(a.rank, b.rank) || (a.path < b.path ? -1 : Number(a.path > b.path)),
  );
  return [...Map.groupBy(sorted, textOf).values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ ...first, ids: alike.flatMap(({ ids }) => ids) }] : [];
  });
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
    readonly path: string;
  },
): Relation {
  const incoming = at.to <= at.from;
  const [head, other] = incoming ? [edge.to, edge.from] : [edge.from, edge.to];
  const [phraseIn = 'related from', phraseOut = 'related to'] = PHRASES[edge.kind] ?? [];
  const isProbable = isInferred(edge);
  const phrase = `${isProbable ? 'probably ' : ''}${incoming ? phraseIn : phraseOut}`;
  const isNamed = at.named.has(head);
  const isWithin = Number.isFinite(at.from) && Number.isFinite(at.to);
  const kindRank = ORDER.includes(edge.kind) ? ORDER.indexOf(edge.kind) : ORDER.length;
  return {
    ids: [idOf(edge)],
    ...{ head, kind: edge.kind, path: at.path, phrase },
    name: `${shortNameInKey(other)}${edge.line === undefined ? '' : `:${edge.line}`}`,
    isNamed,
    rank: [
      isNamed ? 0 : isWithin ? 1 : 2,
      Math.min(at.from, at.to),
      kindRank,
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
  const { head, phrase, path, name } = relation;
  const [own, line, file] = partsOf(relation).map((part) => !seen.has(part));
  return (
    countTokens(`${name}, `) +
    (own ? countTokens(`${head}\n`) : 0) +
    (line ? countTokens(`  ${phrase}: (+99 more)\n`) : 0) +
    (file && path !== '' ? countTokens(`${path}: ; `) : 0)
  );
}

/** Lines by head, then by phrase, then by file; a line says how many of its relations are left out. */
function linesOf(taken: readonly Relation[], all: readonly Relation[]): readonly string[] {
  const heads = Map.groupBy(taken, ({ head }) => head);
  const totals = Map.groupBy(all, ({ head, phrase }) => JSON.stringify([head, phrase]));
  return [...heads].flatMap(([head, own]) => [
    head,
    ...[...Map.groupBy(own, ({ phrase }) => phrase)].map(([phrase, some]) => {
      const rest = (totals.get(JSON.stringify([head, phrase]))?.length ?? 0) - some.length;
      const files = [...Map.groupBy(some, ({ path }) => path)].map(
        ([path, relations]) =>
          `${path === '' ? '' : `${path}: `}${relations.map(({ name }) => name).join(', ')}`,
      );
      return `  ${phrase}: ${files.join('; ')}${rest > 0 ? ` (+${rest} more)` : ''}`;
    }),
  ]);
}
