import type { ClaimDto } from '@quarry/client';
import type { Tone } from '../../../components/badge';
import type { IconName } from '../../../components/icon';
import { t } from '../../../language/messages';

/** How each status of a sentence is shown: always in words and with an icon, never only by colour. */
export const SUPPORT: Readonly<
  Record<
    ClaimDto['status'],
    { readonly word: string; readonly icon: IconName; readonly tone: Tone; readonly means: string }
  >
> = {
  supported: { word: t('Supported'), icon: 'check', tone: 'good', means: t('the evidence says it') },
  inferred: { word: t('Inferred'), icon: 'near', tone: 'info', means: t('near to what the evidence says') },
  unsupported: {
    word: t('Unsupported'),
    icon: 'question',
    tone: 'warn',
    means: t('the evidence does not say it'),
  },
  contradicted: {
    word: t('Contradicted'),
    icon: 'cross',
    tone: 'bad',
    means: t('the evidence says otherwise'),
  },
  unchecked: {
    word: t('Not checked'),
    icon: 'question',
    tone: 'plain',
    means: t('nothing here compares meanings'),
  },
};
