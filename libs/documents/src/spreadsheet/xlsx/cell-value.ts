import type { NumberFormat } from './number-format';

/** Days from 1899-12-30 to 1904-01-01, from which some workbooks count. */
const FROM_1904 = 1_462;
const DAY = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);

/**
 * A number as text: dates as `2024-03-31`, shares as `12.5%`, amounts with the sign of their currency.
 * @param stored as the file has it: all digits, dates as days
 */
export function numberText(stored: string, format: NumberFormat | undefined, from1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (!format || format.kind === 'number') {
    const { before = '', after = '' } = format ?? {};
    return `${value < 0 ? '-' : ''}${before}${digits(Math.abs(value))}${after}`;
  }
  if (format.kind === 'percent') return `${digits(value * 100)}%`;
  return dateText(value + (from1904 ? FROM_1904 : 0), format.kind) ?? digits(value);
}

/** Without the noise of binary fractions: spreadsheets compute with 15 digits. */
function digits(value: number): string {
  const plain = Number(value.toPrecision(15));
  return Math.abs(plain) >= 1e21 || (plain !== 0 && Math.abs(plain) < 1e-6)
    ? String(plain)
    : plain.toString();
}

function dateText(days: number, kind: 'date' | 'time' | 'datetime'): string | null {
  // The calendar of spreadsheets has a 29 February 1900; the days before it are one less.
  const at = new Date(EPOCH + Math.round((days < 60 && days >= 1 ? days + 1 : days) * DAY));
  if (days < 0 || days > 2_958_466 || Number.isNaN(at.getTime())) return null;
  const [date = '', clock = ''] = at.toISOString().split('T');
  const time = clock.slice(0, clock.startsWith('00', 6) ? 5 : 8);
  if (kind === 'time' && days < 1) return time;
  return kind === 'date' ? date : `${date} ${time}`;
}
