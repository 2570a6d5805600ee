import type { TurnDto } from '@quarry/client';
import { call } from '../../../api/call';
import type { FoundNode } from './graph';

const NEIGHBOURS = 30;

/** A node with its direct neighbours, in the turn's repositories; null if the graph no longer contains it. */
export async function lookUp(turn: TurnDto, key: string, signal: AbortSignal): Promise<FoundNode | null> {
  const repository = turn.repositories.map((one) => `${one.repository}@${one.snapshot}`);
  const { nodes } = await call<{ readonly nodes: readonly FoundNode[] }>('POST', '/v1/lookup', {
    body: {
      name: key,
      limit: 1,
      neighbours: NEIGHBOURS,
      ...(repository.length === 0 ? {} : { repository }),
    },
    signal,
  });
  return nodes.find((node) => node.key === key) ?? null;
}
