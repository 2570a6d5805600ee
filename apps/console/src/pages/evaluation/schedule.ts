import type { ScheduleDto } from '@quarry/client';
import { t } from '../../language/messages';

/** When a set runs by itself, in words: `every 24 h and after changes: code`. */
export function scheduleInWords(schedule: ScheduleDto | null): string {
  if (schedule === null) return t('none');
  const { everyHours, onPipelineChange, pipelines } = schedule;
  const when = [
    ...(everyHours === null ? [] : [t('every {hours} h', { hours: everyHours })]),
    ...(onPipelineChange ? [t('after changes')] : []),
  ];
  return `${when.join(` ${t('and')} `)}: ${pipelines.join(', ')}`;
}
