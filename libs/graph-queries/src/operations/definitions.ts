import type { GraphNode } from '@quarry/graph-store';
import { isTestPath } from '@quarry/turn';
import { isConfigKey, settingsOf } from '../config-keys';
import { isCalled, keywordOf, otherThanCalled } from '../declaration';
import { limited } from '../found';
import { listed, type Listed } from '../listed';
import type { GraphOperation, QueryLimits, Relations } from '../operation';
import { ownerOf } from '../owners';

/** What a question says that asks where a setting gets its value. */
export const SET = 'set';

/** Where a name is declared: the type itself, and none of its members; every one that bears the name. */
export const definitions: GraphOperation = {
  name: 'definitions',
  summary: 'where NAME is declared',
  names: 1,
  subjects: [],
  isOfAll: true,
  limits: 'These are the declarations in the index.',
  questions: [
    '(?:in (?:which|what) (?:source )?files? |where )(?:is|are) {X} (?:being )?(?:defined|declared)(?: at)?',
    'where (?:do|does|did) {anyone} (?:define|declare) {X}',
    '(?:which|what) (?:source )?files? (?:defines?|declares?) {X}',
    `(?:in (?:which|what) files? |where )(?:is|are|gets?) {X} (?:being )?${SET}`,
    `(?:which|what) files? ${SET}s? {X}`,
  ],
  heading: ([subject = ''], { relations, total }) => {
    if (total === 0) return `no declaration of ${subject}`;
    if (relations.every(({ edge }) => edge.to.endsWith('|CONFIG_KEY')))
      return total === 1 ? `1 file that sets ${subject}` : `${total} files that set ${subject}`;
    const parts = relations.filter(({ note }) => note === PART).length;
    if (parts > 0 && relations[0]?.note === MAIN && parts + 1 === Math.min(total, relations.length))
      return `${subject} is declared in ${total} parts, the main one first`;
    return `${total} ${total === 1 ? 'declaration' : 'declarations'} of ${subject}`;
  },
  run: async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes).filter(isDeclared);
    const set = await settingsOf(reader, nodes);
    // What sets a name that is no key of a configuration, its code says.
    const others = limits.kind === SET ? [] : nodes.filter((node) => !isConfigKey(node));
    if (set.length === 0) return declared(others, limits);
    const own = declared(others, { ...limits, limit: others.length });
    return limited([...own.relations, ...set], false, limits);
  },
};

const MAIN = 'the main part';
const PART = 'a part of it';

function isDeclared({ text }: GraphNode): boolean {
  return text !== undefined;
}

function declared(nodes: readonly GraphNode[], limits: QueryLimits): Relations {
  const types = new Set(
    nodes.filter(({ kind }) => kind === 'TYPE').map(({ qualifiedName }) => qualifiedName),
  );
  // A constructor bears the name of its type, which is declared elsewhere.
  const own = nodes.filter(({ qualifiedName }) => !types.has(ownerOf(qualifiedName)));
  const { kind: word } = limits;
  const called = word === undefined ? [] : own.filter((node) => isCalled(word, node));
  const chosen = called.length > 0 ? called : own;
  const found = [...Map.groupBy(chosen, ({ kind, qualifiedName }) => `${kind} ${qualifiedName}`).values()]
    .map(partsOf)
    .toSorted(([a], [b]) => (a && b ? inOrder(a.node, b.node) : 0))
    .flat();
  const note = word === undefined ? undefined : otherThanCalled(word, chosen);
  return { ...listed(found, false, limits), ...(note === undefined ? {} : { note }) };
}

/** Definitions of one full name: of a partial type the largest part first; overloads in the order of their lines. */
function partsOf(nodes: readonly GraphNode[]): readonly Listed[] {
  const isPartial = nodes.length > 1 && nodes.every(({ signature = '' }) => /\bpartial\b/.test(signature));
  if (!isPartial) return nodes.toSorted(inOrder).map((node) => ({ node, note: keywordOf(node) }));
  const [main, ...others] = nodes.toSorted((a, b) => linesOf(b) - linesOf(a));
  if (!main) return [];
  return [{ node: main, note: MAIN }, ...others.toSorted(inOrder).map((node) => ({ node, note: PART }))];
}

function linesOf({ startLine = 0, endLine = 0 }: GraphNode): number {
  return endLine - startLine;
}

/** Types before what else bears the name, code before tests, then by place. */
function inOrder(a: GraphNode, b: GraphNode): number {
  const [left = '', right = ''] = [a.path, b.path];
  return (
    Number(b.kind === 'TYPE') - Number(a.kind === 'TYPE') ||
    Number(isTestPath(left)) - Number(isTestPath(right)) ||
    (left === right ? (a.startLine ?? 0) - (b.startLine ?? 0) : left < right ? -1 : 1)
  );
}
