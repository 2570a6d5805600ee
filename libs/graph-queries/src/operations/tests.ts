import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import { relatedTypes } from '../inheritance';
import { counted, found } from '../found';
import { isInTests, isTest } from '../in-tests';
import { LIMITS_OF_THE_GRAPH } from '../limits-of-the-graph';
import { unplacedCalls, withUnplaced } from '../namesakes';
import type { GraphOperation, SnapshotGraph, Subject } from '../operation';
import { memberName } from '../overrides';
import { nodesBy, type Step } from '../relations';
import { dependents } from './dependents';

/** Relations between a test and what it reaches, at most; so many where no test is that near. */
const DEPTH = 4;
const DEEPER = 8;

/** Tests that reach a name, directly or through what they call, nearest first. */
export const tests: GraphOperation = {
  name: 'tests',
  summary: 'tests that reach NAME, nearest first',
  names: 1,
  subjects: [],
  questions: [
    '(?:what|which) (?:unit |integration )?(?:tests?|specs?)(?: cases?| files?)? (?:covers?|tests?|exercises?|checks?|verif(?:y|ies)|calls?|uses?) {X}',
    '(?:who|what) tests {X}',
    'where (?:is|are) {X} (?:being )?(?:tested|covered(?: by tests)?)',
    '(?:is|are) {X} (?:tested|covered by (?:a |any )?tests?)',
    'tests (?:for|of|that cover|covering) {X}',
  ],
  heading: ([subject = ''], all) => {
    const steps = all.total === 0 ? DEEPER : Math.max(DEPTH, ...all.relations.map(({ depth }) => depth));
    return `${counted(all, 'test')} reaching ${subject} within ${steps} steps`;
  },
  limits: LIMITS_OF_THE_GRAPH.replace(
    /\.$/,
    ', nor is what a test reaches by starting the program as a process.',
  ),
  run: async (reader, subjects, limits) => {
    const near = await reaching(reader, subjects, DEPTH);
    const { steps, cut } = near.steps.length > 0 ? near : await reaching(reader, subjects, DEEPER);
    const all = await found(reader, { steps: await withoutHelpers(reader, steps), cut }, limits);
    const reached = new Set(steps.map(({ end }) => end));
    const isOther = ({ key, path }: GraphNode): boolean => isInTests(key, path) && !reached.has(key);
    return { ...all, ...withUnplaced(await unplacedCalls(reader, subjects, isOther), 'test') };
  },
};

/** What tests have that reaches the subjects: tests, and what they share. */
async function reaching(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  depth: number,
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean }> {
  const { steps, cut } = await dependents(reader, subjects, { depth, maxNodes: 5_000 });
  // A program in a folder of tests is no test, nor is its file by calling it.
  const isProgram = (key: string): boolean => MAIN.test(memberName(key)) && isFunction(key);
  const all = steps.filter(
    ({ edge, end }) => isInTests(end, edge.path) && !isProgram(end) && !(isFile(end) && isProgram(edge.to)),
  );
  // A test that is a call, as `it('…', () => …)`, is a part of its file.
  const functions = new Set(all.filter(({ end }) => !isFile(end)).map(({ edge }) => edge.path));
  const whole = all.filter(({ edge, end }) => !isFile(end) || !functions.has(edge.path));
  return { steps: await withoutOtherTypes(reader, subjects, whole), cut };
}

/**
 * Without the tests that call only what a type above defines, on something of another type: they are in files that name
 * neither the type of the subject nor one below it. What a type above only declares is called on some type below it.
 */
async function withoutOtherTypes(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
  steps: readonly Step[],
): Promise<readonly Step[]> {
  const own = new Set(subjects.flatMap(({ nodes }) => nodes.map(({ key }) => key)));
  const above = steps.filter(({ depth, probable, edge }) => depth === 1 && probable && !own.has(edge.to));
  const declared = await nodesBy(
    reader,
    above.map(({ edge }) => edge.to),
  );
  const doubtful = above.filter(({ edge }) => hasBody(declared.get(edge.to)));
  if (doubtful.length === 0) return steps;
  const naming = await pathsNaming(reader, [...own]);
  const others = new Set(doubtful.filter(({ edge }) => !naming.has(edge.path)));
  return steps.filter((step) => !others.has(step));
}

/** Files that name the types that have some methods, types below them, or members of these. */
async function pathsNaming(reader: SnapshotGraph, methods: readonly NodeKey[]): Promise<ReadonlySet<string>> {
  const owners = await edgesOf(reader, methods, 'in', ['DEFINES']);
  const types = owners.edges.map(({ from }) => from);
  const below = await relatedTypes(reader, types, 'in');
  const all = [...types, ...below.steps.map(({ end }) => end)];
  const members = await edgesOf(reader, all, 'out', ['DEFINES']);
  const keys = [...all, ...members.edges.map(({ to }) => to)];
  const { edges } = await edgesOf(reader, keys, 'in', ['CALLS', 'USES', 'INHERITS', 'IMPLEMENTS', 'DEFINES']);
  return new Set(edges.map(({ path }) => path));
}

/** Whether a method does something itself, and is not only declared. */
function hasBody(node: GraphNode | undefined): boolean {
  if (node?.text === undefined) return false;
  const { text, language, signature = '' } = node;
  if (/\babstract\b|NotImplemented|@abstractmethod/.test(text)) return false;
  const code = text.slice(text.indexOf(signature) + signature.length);
  return language === 'python'
    ? !/^\s*(?:"""[^]*?"""\s*)?(?:pass|\.\.\.)\s*$/.test(code)
    : text.includes('{');
}

/** The tests alone, without what they share; all where nothing is known to be a test. */
async function withoutHelpers(reader: SnapshotGraph, steps: readonly Step[]): Promise<readonly Step[]> {
  const nodes = await nodesBy(
    reader,
    steps.map(({ end }) => end),
  );
  const tests = steps.filter(({ end }) => {
    const node = nodes.get(end);
    return node === undefined || node.kind === 'FILE' || isTest(node);
  });
  return tests.length > 0 ? tests : steps;
}

/** The function with which a program starts. */
const MAIN = /^main$/i;

function isFunction(key: string): boolean {
  return /\|(?:FUNCTION|METHOD)$/.test(key);
}

function isFile(key: string): boolean {
  return key.endsWith('|FILE');
}
