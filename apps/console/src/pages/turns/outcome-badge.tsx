import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../components/badge';
import { outcomeOf } from '../ask/turn/outcome';

/** How a turn ended, or that it runs. */
export function OutcomeBadge(
  turn: Pick<TurnDto, 'outcome'> & Partial<Pick<TurnDto, 'headline'>>,
): JSX.Element {
  const { word, tone, icon } = outcomeOf(turn);
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
