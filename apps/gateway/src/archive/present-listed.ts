import { shownRepository } from '@quarry/turn';
import { linksOf } from '../present';
import type { Ratings } from './feedback';
import type { ListedTurnDto } from './listed-turn.dto';
import type { ListedTurn } from './turn-list';

/** A turn in a list as clients see it. */
export function presentListed(turn: ListedTurn, feedback: Ratings = { up: 0, down: 0 }): ListedTurnDto {
  // For statistics only; the turn itself tells them one by one.
  const { needs: _needs, needsResolved: _resolved, ...told } = turn;
  return {
    ...told,
    status: turn.outcome === null ? 'running' : 'ended',
    repository: turn.repository === null ? null : shownRepository(turn.repository),
    askedAt: new Date(turn.askedAt).toISOString(),
    endedAt: turn.endedAt === null ? null : new Date(turn.endedAt).toISOString(),
    links: linksOf(turn.id, turn.session),
    feedback,
  };
}
