import { locale, t } from '../language/messages';

/** A whole number with thousands separators. */
export function count(value: number): string {
  return decimal(Math.round(value), 0);
}

/** A number with a fixed number of decimals: `0.50`. */
export function decimal(value: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale(), digits).format(value);
}

/** A number of files: `1 file`, `2 files`. */
export function files(value: number): string {
  return t('{count} file | {count} files', { count: value });
}

/** An amount in the currency of the price table; a dash for a model without a price. */
export function money(value: number | null): string {
  if (value === null) return '–';
  if (value === 0) return '0';
  return decimal(value, value < 0.01 ? 5 : value < 1 ? 4 : 2);
}

/** A share (0..1) as a whole percentage; a dash for null. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}

/** Bytes in the largest decimal unit: `1.2 MB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, by] = bytes < 1e6 ? ['kB', 1e3] : ['MB', 1e6];
  const value = bytes / by;
  return `${decimal(value, value < 10 ? 1 : 0)} ${unit}`;
}
