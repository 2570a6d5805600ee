import { locale, t } from '../language/messages';
import { decimal } from './number';

/** A human-readable duration in milliseconds: `7 ms`, `1.24 s`, `2 min 05 s`. */
export function milliseconds(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${decimal(ms / 1_000, ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
  return `${Math.floor(minutes / 1_440)} d ${Math.floor((minutes % 1_440) / 60)} h`;
}

/** Time since a date, in a suitable unit: `just now`, `4 min ago`; for old ones, the date. */
export function ago(at: Date, now = new Date()): string {
  const seconds = Math.round((now.getTime() - at.getTime()) / 1_000);
  if (seconds < 45) return t('just now');
  if (seconds < 3_600) return t('{count} min ago', { count: Math.max(1, Math.round(seconds / 60)) });
  if (seconds < 86_400) return t('{count} h ago', { count: Math.round(seconds / 3_600) });
  return date(at);
}

/** A date: `27 Nov 2026` in the order of the language. */
export function date(at: Date | string): string {
  return format(at, { dateStyle: 'medium' });
}

/** A date with its time. */
export function dateTime(at: Date | string): string {
  return format(at, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** The time of a day. */
export function timeOfDay(at: Date | string): string {
  return format(at, { timeStyle: 'medium' });
}

function format(at: Date | string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(at));
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
