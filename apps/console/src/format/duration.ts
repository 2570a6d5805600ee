/** A human-readable duration in milliseconds: `7 ms`, `1.24 s`, `2 min 05 s`. */
export function milliseconds(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
  return `${Math.floor(minutes / 1_440)} d ${Math.floor((minutes % 1_440) / 60)} h`;
}

/** Time since a date, in a suitable unit: `just now`, `4 min ago`; for old ones, the date. */
export function ago(at: Date, now = new Date()): string {
  const seconds = Math.round((now.getTime() - at.getTime()) / 1_000);
  if (seconds < 45) return 'just now';
  if (seconds < 3_600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3_600)} h ago`;
  return at.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
