import * as fc from 'fast-check';
import type { EdgeKind, GraphFile, GraphNode } from '../port';
import { file, nodeOf } from './suite';

const KEYS = ['a', 'B', 'c', 'é', '\uffee', '🙂', 'x y', 'z', 'q|T', 'r:s', '10', '9'];
const GONE = ['gone', 'gone too'];
const KINDS: readonly EdgeKind[] = ['CALLS', 'USES', 'INHERITS'];

const anyEdge = fc.record(
  {
    from: fc.constantFrom(...KEYS),
    to: fc.constantFrom(...KEYS, ...GONE),
    kind: fc.constantFrom(...KINDS),
    line: fc.integer({ min: 1, max: 9 }),
    confidence: fc.constantFrom(0.25, 0.6, 0.9),
  },
  { requiredKeys: ['from', 'to', 'kind', 'line'] },
);
/** Each key in one file, edges in any file. */
export const anyGraph = fc
  .array(fc.array(anyEdge, { maxLength: 12 }), { minLength: 3, maxLength: 3 })
  .map((edges) =>
    edges.map((own, i): GraphFile => ({
      ...file(
        `f${i}`,
        KEYS.filter((_, n) => n % 3 === i),
      ),
      edges: own,
    })),
  );
export const anyWalk = fc.tuple(
  fc.array(fc.constantFrom(...KEYS, ...GONE), { maxLength: 4 }),
  fc.record({
    depth: fc.integer({ min: 0, max: 5 }),
    maxNodes: fc.integer({ min: 0, max: 14 }),
    edgeKinds: fc.uniqueArray(fc.constantFrom(...KINDS), { maxLength: 3 }),
  }),
);

export const anyEdgeQuery = fc.tuple(
  fc.array(fc.constantFrom(...KEYS, ...GONE), { maxLength: 5 }),
  fc.record({
    direction: fc.constantFrom('in' as const, 'out' as const),
    edgeKinds: fc.uniqueArray(fc.constantFrom(...KINDS), { maxLength: 3 }),
    limit: fc.integer({ min: 0, max: 20 }),
  }),
);

/** Text with a meaning in query languages, patterns and programs. */
const anyHostile = fc
  .array(
    fc.constantFrom(
      ...[
        '`',
        '{',
        '}',
        '$snapshot',
        '$x',
        "'",
        '"',
        '\\',
        '\\u0060',
        '\n',
        '\0',
        '//',
        '/*',
        '*/',
        '--',
        ';',
      ],
      ...[
        '}) DETACH DELETE n //',
        '"} DELETE',
        "'; DROP TABLE node; --",
        'null',
        'a',
        'B',
        '.',
        '🙂',
        '%',
        '*',
      ],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''));
/** A lone surrogate, which UTF-8 cannot encode: kept within a node, replaced where a store compares it. */
const anyBroken = anyHostile.map((text) => `${text}\ud800`);
export const anyHostileFile = fc
  .record({
    path: anyHostile,
    digest: anyHostile,
    nodes: fc
      .uniqueArray(
        fc.record({
          key: anyHostile,
          name: anyHostile,
          qualifiedName: anyHostile,
          text: anyBroken,
          signature: anyBroken,
        }),
        { minLength: 1, maxLength: 4, selector: ({ key }) => key },
      )
      .map((nodes) => nodes.map((node): GraphNode => ({ ...nodeOf(node.key), ...node }))),
  })
  .map((hostile): GraphFile => ({
    ...hostile,
    edges: hostile.nodes.map(({ key }, i) => ({
      from: hostile.nodes[0]?.key ?? '',
      to: key,
      kind: KINDS[i % KINDS.length] ?? 'CALLS',
    })),
  }));

export const anyName = fc
  .array(
    fc.constantFrom('a', 'A', 'ab', 'aB', 'b', 'é', 'É', '.', '::', '#', '/', '"', '%', '_', ' ', '🙂'),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
export const anyNodes = fc
  .uniqueArray(fc.tuple(anyName, anyName, fc.boolean()), { maxLength: 8, selector: ([key]) => key })
  .map((rows) =>
    rows.map(([key, qualifiedName, defined]): GraphNode => {
      const last = qualifiedName.split(/::|[.#/]/).at(-1) ?? '';
      return { ...nodeOf(key), qualifiedName, name: last, ...(defined ? { text: 'here' } : {}) };
    }),
  );
