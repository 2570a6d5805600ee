import type { JSX } from 'preact';
import { Button } from '../components/button';
import type { IconName } from '../components/icon';
import { useStore } from '../store';
import { chooseTheme, theme, type Theme } from './theme';
import { t } from '../language/messages';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Readonly<Record<Theme, IconName>> = { system: 'contrast', light: 'sun', dark: 'moon' };
const WORDS: Readonly<Record<Theme, string>> = {
  system: t('as the system'),
  light: t('light'),
  dark: t('dark'),
};

/** Light, dark, or as the system; each press selects the next. */
export function ThemeSwitch(): JSX.Element {
  const now = useStore(theme);
  return (
    <Button
      look="quiet"
      icon={ICONS[now]}
      label={t('Colours: {now}. Change to {next}.', { now: WORDS[now], next: WORDS[NEXT[now]] })}
      onClick={() => chooseTheme(NEXT[now])}
    />
  );
}
