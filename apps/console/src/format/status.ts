import type { IndexJobDto, NeedDto, TracedNeedDto, TurnDto } from '@quarry/client';
import { t } from '../language/messages';

const STATUSES: Readonly<Record<IndexJobDto['status'], string>> = {
  queued: t('queued'),
  running: t('running'),
  finished: t('finished'),
  failed: t('failed'),
  cancelled: t('cancelled'),
};

/** The status of an indexing job or of a run. */
export function statusWord(status: keyof typeof STATUSES): string {
  return STATUSES[status];
}

const NEEDS: Readonly<Record<NeedDto['status'] | TracedNeedDto['state'], string>> = {
  open: t('open'),
  raised: t('raised'),
  resolved: t('resolved'),
  missed: t('missed'),
};

/** The state of a request for more data. */
export function needWord(state: keyof typeof NEEDS): string {
  return NEEDS[state];
}

const CONFIDENCES: Readonly<Record<NonNullable<TurnDto['confidence']>, string>> = {
  high: t('high'),
  medium: t('medium'),
  low: t('low'),
};

/** How sure an answer is; a dash if it was not judged. */
export function confidenceWord(confidence: TurnDto['confidence']): string {
  return confidence === null ? '–' : CONFIDENCES[confidence];
}
