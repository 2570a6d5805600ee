import type { ClaimDto } from '@quarry/client';
import type { Tone } from '../../../components/badge';
import type { IconName } from '../../../components/icon';

/** How each status of a sentence is shown: always in words and with an icon, never only by colour. */
export const SUPPORT: Readonly<
  Record<
    ClaimDto['status'],
    { readonly word: string; readonly icon: IconName; readonly tone: Tone; readonly means: string }
  >
> = {
  supported: { word: 'Supported', icon: 'check', tone: 'good', means: 'the evidence says it' },
  inferred: { word: 'Inferred', icon: 'near', tone: 'info', means: 'near to what the evidence says' },
  unsupported: { word: 'Unsupported', icon: 'question', tone: 'warn', means: 'the evidence does not say it' },
  contradicted: { word: 'Contradicted', icon: 'cross', tone: 'bad', means: 'the evidence says otherwise' },
  unchecked: {
    word: 'Not checked',
    icon: 'question',
    tone: 'plain',
    means: 'nothing here compares meanings',
  },
};
