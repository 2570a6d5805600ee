import type { GraphNode } from '@quarry/graph-store';
import { counted, found } from '../found';
import { isInTests, isTest } from '../in-tests';
import { LIMITS_OF_THE_GRAPH } from '../limits-of-the-graph';
import { unplacedCalls, withUnplaced } from '../namesakes';
import type { GraphOperation, SnapshotGraph } from '../operation';
import { memberName } from '../overrides';
import { nodesBy, type Step } from '../relations';
import { dependents } from './dependents';

/** Relations between a test and what it reaches, at most. */
const DEPTH = 4;

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
  heading: ([subject = ''], all) => `${counted(all, 'test')} reaching ${subject} within ${DEPTH} steps`,
  limits: LIMITS_OF_THE_GRAPH.replace(
    /\.$/,
    ', nor is what a test reaches by starting the program as a process.',
  ),
  run: async (reader, subjects, limits) => {
    const { steps, cut } = await dependents(reader, subjects, { depth: DEPTH, maxNodes: 5_000 });
    // A program in a folder of tests is no test, nor is its file by calling it.
    const isProgram = (key: string): boolean => MAIN.test(memberName(key)) && isFunction(key);
    const all = steps.filter(
      ({ edge, end }) => isInTests(end, edge.path) && !isProgram(end) && !(isFile(end) && isProgram(edge.to)),
    );
    // A test that is a call, as `it('…', () => …)`, is a part of its file.
    const functions = new Set(all.filter(({ end }) => !isFile(end)).map(({ edge }) => edge.path));
    const inTests = all.filter(({ edge, end }) => !isFile(end) || !functions.has(edge.path));
    const reaching = await found(reader, { steps: await withoutHelpers(reader, inTests), cut }, limits);
    const reached = new Set(inTests.map(({ end }) => end));
    const isOther = ({ key, path }: GraphNode): boolean => isInTests(key, path) && !reached.has(key);
    const unplaced = await unplacedCalls(reader, subjects, isOther);
    return { ...reaching, ...withUnplaced(unplaced, 'test') };
  },
};

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
