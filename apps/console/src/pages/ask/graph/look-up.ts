import type { TurnDto } from '@quarry/client';
import { call } from '../../../api/call';
import type { FoundNode } from './graph';

const NEIGHBOURS = 30;

/** A node with its direct neighbours, in the turn's repository; null if the graph no longer contains it. */
export async function lookUp(turn: TurnDto, key: string, signal: AbortSignal): Promise<FoundNode | null> {
  const index = turn.searches.find((search) => search.index !== undefined)?.index;
  const { nodes } = await call<{ readonly nodes: readonly FoundNode[] }>('POST', '/v1/lookup', {
    body: { name: key, limit: 1, neighbours: NEIGHBOURS, ...(index === undefined ? {} : whereOf(index)) },
    signal,
  });
  return nodes.find((node) => node.key === key) ?? null;
}

/**
 * `repository@snapshot`. A tenant's own repository is stored as `@tenant/repository`, and requested without the tenant.
 */
function whereOf(index: string): { readonly repository: string; readonly snapshot: string } {
  const at = index.lastIndexOf('@');
  return { repository: index.slice(0, at).replace(/^@[^/]*\//, ''), snapshot: index.slice(at + 1) };
}
