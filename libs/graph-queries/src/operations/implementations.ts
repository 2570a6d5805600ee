import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { counted, found } from '../found';
import { counterparts, relatedTypes } from '../inheritance';
import type { GraphOperation } from '../operation';
import type { Step } from '../relations';
import { statedBases } from '../stated-bases';
import { lineOfDefinition } from '../visibility';

/** Types that implement or extend a type, at any depth; for a method, the methods that implement or override it. */
export const implementations: GraphOperation = {
  name: 'implementations',
  summary: 'what implements, extends or overrides NAME',
  names: 1,
  subjects: ['TYPE', 'METHOD'],
  questions: [
    '(?:who|what|{which}) (?:implements?|extends?|inherits?(?: from)?|subclass(?:es)?|derives? from|overrides?) {X}',
    '(?:known )?(?:implementations?|implementers|implementors|subclasses|subtypes|descendants|derived (?:classes|types)|overrides) of {X}',
  ],
  literal: statedBases,
  heading: ([subject = ''], all) => `${counted(all, 'implementation')} of ${subject}`,
  run: async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const types = nodes.filter(({ kind }) => kind === 'TYPE').map(({ key }) => key);
    const below = await relatedTypes(reader, types, 'in');
    // One by one: a definition that overrides another one of the same name is a result as well.
    const overriding = new Map<NodeKey, GraphNode>();
    for (const node of nodes)
      for (const other of await counterparts(reader, [node], 'in')) overriding.set(other.key, other);
    const { edges } = await reader.graph.edgesAt(reader.ref, [...overriding.keys()], {
      direction: 'in',
      edgeKinds: ['DEFINES'],
      limit: 20_000,
    });
    const methods = edges
      .filter(({ from }) => !from.endsWith('|FILE'))
      .map((edge): Step => {
        const node = overriding.get(edge.to);
        // Annotations and comments come before the line that names the method.
        const line = node ? lineOfDefinition(node) : undefined;
        return { edge: line === undefined ? edge : { ...edge, line }, end: edge.to, depth: 1 };
      });
    const all = await found(reader, { steps: [...below.steps, ...methods], cut: below.cut }, limits);
    const isGo = nodes.some(({ language }) => language === 'go');
    return all.total === 0 && isGo
      ? { ...all, note: 'Go code does not state what implements an interface' }
      : all;
  },
};
