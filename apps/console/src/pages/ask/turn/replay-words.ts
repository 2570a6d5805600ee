import type { ReplayDifferenceDto, ReplayDto } from '@quarry/client';
import { t } from '../../../language/messages';

const DIFFERS: Readonly<Record<ReplayDifferenceDto['what'], string>> = {
  prompt: t('it sends the model another prompt'),
  search: t('its search finds something else'),
  route: t('the turn goes another way from there'),
  evidence: t('it brings other evidence'),
  effect: t('it writes something else into the turn'),
  answer: t('the answer is another one'),
  end: t('the turn ends in another way'),
};

/** What a replay found, in one sentence. */
export function verdictInWords({ verdict, steps, difference }: ReplayDto): string {
  const all = t('{replayed} of {recorded} recorded steps', {
    replayed: steps.replayed,
    recorded: steps.recorded,
  });
  switch (verdict) {
    case 'same':
      return t('Identical: {steps} ran again, and the same came out.', { steps: all });
    case 'incomplete':
      return t('The same as far as the record goes: {steps} ran again.', { steps: all });
    case 'different':
      return t('Not the same: step {at} of {recorded} is the first that differs.', {
        at: difference?.at ?? '?',
        recorded: steps.recorded,
      });
  }
}

/** How the first step that differs does so. */
export function differenceInWords({ step, pass, what }: ReplayDifferenceDto): string {
  return t('In step “{step}” of pass {pass} {what}.', { step, pass, what: DIFFERS[what] });
}

/** What stood in for the model and the index. */
export function basisOf({ model, searches }: Pick<ReplayDto, 'model' | 'searches'>): string {
  const replies = {
    recorded: t('The replies of the model came from the record'),
    live: t('The model was asked again'),
    extractive: t('No model had replied'),
  }[model];
  return `${replies}; ${searches === 'live' ? t('searches ran over the index') : t('what was found came from the record')}.`;
}
