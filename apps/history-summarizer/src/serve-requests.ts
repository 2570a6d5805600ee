import type { CachedEvidence } from '@quarry/session-cache';
import {
  addEvidence,
  currentPass,
  openNeeds,
  resolveNeed,
  specificRequest,
  type Need,
  type Turn,
} from '@quarry/turn';
import { isDefinitionOf } from './defines-named';

/** What a turn got from its session for its requests. */
export interface Served {
  readonly turn: Turn;
  /** Requests that the session answers. */
  readonly resolved: number;
}

/** Open requests in words, by name or not: calls of tools are served by their tools. */
export function openRequests(turn: Turn): readonly Need[] {
  return openNeeds(turn).filter(({ call }) => call === undefined);
}

/**
 * Resolves requests by name from whole definitions in the session: texts of nodes of the code graph. A chunk resolves
 * nothing, because it can be only the beginning of a definition.
 */
export function resolveFromSession(turn: Turn, cached: readonly CachedEvidence[]): Served {
  let after = turn;
  let resolved = 0;
  const whole = cached.filter(({ kind }) => kind === 'node');
  for (const need of openRequests(turn)) {
    const { names, file } = specificRequest(need.text);
    const definitions = names.map((name) => whole.filter((piece) => isDefinitionOf({ name, file }, piece)));
    if (definitions.length === 0 || definitions.some((pieces) => pieces.length === 0)) continue;
    const candidates = [...new Set(definitions.flat())].map((piece) => ({
      ...piece,
      relevance: 1,
      foundBy: 'session',
      query: need.text,
    }));
    const { evidence, numbers } = addEvidence(after.evidence, candidates, currentPass(turn));
    after = { ...after, evidence, needs: resolveNeed(after.needs, need.text, [...new Set(numbers)]) };
    resolved += 1;
  }
  return { turn: after, resolved };
}
