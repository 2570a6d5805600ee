import type { JSX } from 'preact';
import { Button } from '../components/button';
import type { IconName } from '../components/icon';
import { useStore } from '../store';
import { chooseTheme, theme, type Theme } from './theme';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Readonly<Record<Theme, IconName>> = { system: 'contrast', light: 'sun', dark: 'moon' };
const WORDS: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

/** Light, dark, or as the system; each press selects the next. */
export function ThemeSwitch(): JSX.Element {
  const now = useStore(theme);
  return (
    <Button
      look="quiet"
      icon={ICONS[now]}
      label={`Colours: ${WORDS[now]}. Change to ${WORDS[NEXT[now]]}.`}
      onClick={() => chooseTheme(NEXT[now])}
    />
  );
}
