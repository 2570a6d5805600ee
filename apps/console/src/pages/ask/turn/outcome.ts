import type { TurnDto } from '@quarry/client';
import type { Tone } from '../../../components/badge';
import type { IconName } from '../../../components/icon';

interface Shown {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

const OUTCOMES: Readonly<Record<NonNullable<TurnDto['outcome']>, Shown>> = {
  answered: { word: 'Answered', tone: 'good', icon: 'check' },
  partial: { word: 'Answered in part', tone: 'warn', icon: 'near' },
  insufficient: { word: 'Not enough evidence', tone: 'warn', icon: 'question' },
  direct: { word: 'Answered without searching', tone: 'info', icon: 'info' },
  cancelled: { word: 'Stopped', tone: 'plain', icon: 'stop' },
  budget: { word: 'Budget used up', tone: 'warn', icon: 'clock' },
  failed: { word: 'Failed', tone: 'bad', icon: 'alert' },
};

/** How a turn ended, in a few words. */
export function outcomeOf(turn: Pick<TurnDto, 'outcome'> & Partial<Pick<TurnDto, 'headline'>>): Shown {
  if (turn.outcome === null) return { word: 'Running', tone: 'info', icon: 'clock' };
  const shown = OUTCOMES[turn.outcome];
  return { ...shown, word: turn.headline ?? shown.word };
}
