import type { ScheduleDto } from '@quarry/client';

/** When a set runs by itself, in words: `every 24 h and after changes: code`. */
export function scheduleInWords(schedule: ScheduleDto | null): string {
  if (schedule === null) return 'none';
  const { everyHours, onPipelineChange, pipelines } = schedule;
  const when = [
    ...(everyHours === null ? [] : [`every ${everyHours} h`]),
    ...(onPipelineChange ? ['after changes'] : []),
  ];
  return `${when.join(' and ')}: ${pipelines.join(', ')}`;
}
