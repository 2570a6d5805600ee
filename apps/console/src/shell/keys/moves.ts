/** What `j` and `k` step through: the questions of a conversation, otherwise the entries of a list. */
const STEPS = ['.turn-head h2', '.recent a, .conversation', '.turn-question'] as const;

/** Moves the focus to the field for a question. False if this page has none. */
export function typeQuestion(): boolean {
  const field = document.querySelector<HTMLElement>('.composer textarea');
  field?.focus();
  return field !== null;
}

/** Moves the focus to the next entry, or to the previous one; stops at the ends. */
export function step(by: 1 | -1): void {
  const entries = STEPS.map((of) => [...document.querySelectorAll<HTMLElement>(of)]).find(
    (found) => found.length > 0,
  );
  if (!entries) return;
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : entries.length - 1) : at + by;
  const entry = entries[Math.max(0, Math.min(entries.length - 1, next))];
  entry?.focus({ preventScroll: true });
  entry?.scrollIntoView({ block: entry.matches('h2') ? 'start' : 'nearest' });
}

/** Opens the source with this number: of the question that has the focus, otherwise of the last one. */
export function openSource(n: number): void {
  const turn = document.activeElement?.closest('.turn') ?? [...document.querySelectorAll('.turn')].at(-1);
  const numbers = [...(turn?.querySelectorAll('.source-number') ?? [])];
  const found = numbers.find(({ textContent }) => textContent === String(n))?.closest('button');
  found?.click();
}

/** Presses the button with this key of the entry that has the focus. False if it has no such button. */
export function pressInEntry(key: 'p' | 'r'): boolean {
  const button = document.activeElement?.closest('li')?.querySelector<HTMLElement>(`.key-${key}`);
  button?.click();
  return button instanceof HTMLElement;
}
