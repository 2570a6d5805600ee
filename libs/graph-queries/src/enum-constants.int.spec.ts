import type { GraphNode, NodeKind } from '@quarry/graph-store';
import { presentResult } from './present';
import { runQuery } from './run-query';
import { graphOf, node, REF } from './testing/code';

const java = (name: string, kind: NodeKind, line: number): GraphNode => ({
  ...node(name, kind, 'Policy.java', line),
  language: 'java',
});

/** An interface, and an enum whose constants `DOUBLE` and `LAZY` have bodies: `DOUBLE { public Number read(…) … }`. */
async function namesOf(operation: 'implementations' | 'callers', name: string): Promise<readonly string[]> {
  const graph = await graphOf(
    [
      java('Strategy', 'TYPE', 1),
      java('Strategy.read', 'METHOD', 2),
      java('Policy', 'TYPE', 10),
      java('Policy.size', 'METHOD', 11),
      java('Policy.DOUBLE', 'FIELD', 12),
      java('Policy.DOUBLE.read', 'METHOD', 13),
      java('Policy.LAZY', 'FIELD', 15),
      java('Policy.LAZY.read', 'METHOD', 16),
      java('Policy.LAZY.size', 'METHOD', 17),
      java('Reader.read', 'METHOD', 30),
    ],
    [
      ['Strategy', 'DEFINES', 'Strategy.read', 2],
      ['Policy', 'IMPLEMENTS', 'Strategy', 10],
      ['Policy', 'DEFINES', 'Policy.size', 11],
      ['Policy', 'DEFINES', 'Policy.DOUBLE', 12],
      ['Policy', 'DEFINES', 'Policy.LAZY', 15],
      ['Policy.DOUBLE', 'DEFINES', 'Policy.DOUBLE.read', 13],
      ['Policy.LAZY', 'DEFINES', 'Policy.LAZY.read', 16],
      ['Policy.LAZY', 'DEFINES', 'Policy.LAZY.size', 17],
      ['Reader.read', 'CALLS', 'Strategy.read', 31],
    ],
  );
  const result = await runQuery({ graph, ref: REF }, { operation, names: [name] }, { limit: 5 });
  await graph.close();
  return presentResult(operation, result).relations.map((one) => one.name);
}

describe('the constants of an enum of Java that have methods of their own', () => {
  it('implement what an interface of the enum declares', async () => {
    expect(await namesOf('implementations', 'Strategy.read')).toEqual([
      'Policy.DOUBLE.read',
      'Policy.LAZY.read',
    ]);
  });

  it('override what the enum declares', async () => {
    expect(await namesOf('implementations', 'Policy.size')).toEqual(['Policy.LAZY.size']);
  });

  it('are called through the interface', async () => {
    expect(await namesOf('callers', 'Policy.LAZY.read')).toEqual(['Reader.read']);
  });
});
