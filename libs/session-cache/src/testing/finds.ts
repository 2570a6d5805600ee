import type { CachedEvidence, Finds, IndexStamp, RememberTerms, SessionKey } from '../port';

export const KEY: SessionKey = { tenant: 'acme', session: 's1' };
export const FIRST: IndexStamp = { repository: 'shop', snapshot: 'v1', commit: 'c1', updatedAt: 1 };
export const SECOND: IndexStamp = { ...FIRST, repository: 'other' };

export function terms(change: Partial<RememberTerms> = {}): RememberTerms {
  return { index: FIRST, ttlMinutes: 30, maxNodes: 50, ...change };
}

/** A piece of evidence by its name, which is also its node's name. */
export function aPiece(name: string, change: Partial<CachedEvidence> = {}): CachedEvidence {
  return {
    id: name,
    kind: 'chunk',
    text: `text of ${name}`,
    path: `src/${name}.ts`,
    startLine: 1,
    endLine: 3,
    nodeKey: `typescript:${name}|FUNCTION`,
    ...change,
  };
}

/** The findings of a turn: the named pieces, each with its node, chained by calls. */
export function finds(names: readonly string[], change: Partial<Finds> = {}): Finds {
  const key = (name: string): string => `typescript:${name}|FUNCTION`;
  return {
    evidence: names.map((name) => aPiece(name)),
    graph: {
      nodes: names.map((name) => ({
        key: key(name),
        kind: 'FUNCTION',
        name,
        path: `src/${name}.ts`,
        depth: 0,
      })),
      edges: names.slice(1).map((name, at) => ({ from: key(names[at] ?? ''), to: key(name), kind: 'CALLS' })),
    },
    notFound: [],
    found: [],
    ...change,
  };
}
