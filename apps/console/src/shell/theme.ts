import { Store } from '../store';

export type Theme = 'system' | 'light' | 'dark';

const PLACE = 'quarry.theme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme; `system` follows the system. */
export const theme = new Store<Theme>(chosen());

prefersDark.addEventListener('change', applyTheme);

export function chooseTheme(next: Theme): void {
  localStorage.setItem(PLACE, next);
  theme.set(next);
  applyTheme();
}

/** Whether the visible theme is dark. */
function isDark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && prefersDark.matches);
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
}

function chosen(): Theme {
  const kept = localStorage.getItem(PLACE);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
