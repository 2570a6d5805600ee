import type { TurnDto } from '@quarry/client';
import type { Tone } from '../../../components/badge';
import type { IconName } from '../../../components/icon';
import { headlineWord } from '../../../format/names';
import { t } from '../../../language/messages';

interface Shown {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

const OUTCOMES: Readonly<Record<NonNullable<TurnDto['outcome']>, Shown>> = {
  answered: { word: t('Answered'), tone: 'good', icon: 'check' },
  partial: { word: t('Answered in part'), tone: 'warn', icon: 'near' },
  insufficient: { word: t('Not enough evidence'), tone: 'warn', icon: 'question' },
  direct: { word: t('Answered without a search'), tone: 'info', icon: 'info' },
  cancelled: { word: t('Stopped'), tone: 'plain', icon: 'stop' },
  budget: { word: t('Budget used up'), tone: 'warn', icon: 'clock' },
  failed: { word: t('Failed'), tone: 'bad', icon: 'alert' },
};

/** How a turn ended, in a few words. */
export function outcomeOf(turn: Pick<TurnDto, 'outcome'> & Partial<Pick<TurnDto, 'headline'>>): Shown {
  if (turn.outcome === null) return { word: t('Running'), tone: 'info', icon: 'clock' };
  const shown = OUTCOMES[turn.outcome];
  const { headline = null } = turn;
  return headline === null ? shown : { ...shown, word: headlineWord(headline) };
}
