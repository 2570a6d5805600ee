/** A whole number with thousands separators. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** An amount in the currency of the price table; a dash for a model without a price. */
export function money(value: number | null): string {
  if (value === null) return '–';
  if (value === 0) return '0';
  return value < 0.01 ? value.toFixed(5) : value.toFixed(value < 1 ? 4 : 2);
}

/** A share (0..1) as a whole percentage; a dash for null. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}
