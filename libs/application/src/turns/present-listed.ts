import type { Immutable, ListedTurnDto } from '@quarry/client';
import { baseSnapshot, shownRepository } from '@quarry/turn';
import { repositoriesOf } from '@quarry/turn-archive';
import type { Ratings } from './feedback';
import { linksOf, presentTimes } from './present-turn';
import type { ListedTurn } from './turn-list';

/** A turn in a list as clients see it. */
export function presentListed(
  turn: ListedTurn,
  feedback: Ratings = { up: 0, down: 0 },
): Immutable<ListedTurnDto> {
  // Only for statistics; the turn itself lists its needs.
  const { needs: _needs, needsResolved: _resolved, scope: _scope, ...told } = turn;
  return {
    ...told,
    status: turn.outcome === null ? 'running' : 'ended',
    headline: turn.headline ?? null,
    repository: turn.repository === null ? null : shownRepository(turn.repository),
    snapshot: turn.snapshot === null ? null : baseSnapshot(turn.snapshot),
    repositories: repositoriesOf(turn).map(shownRepository),
    ...presentTimes(turn.askedAt, turn.endedAt),
    links: linksOf(turn.id, turn.session),
    feedback,
  };
}
