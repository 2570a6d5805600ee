import { speak, type MessageCatalogue, type Language } from './messages';

const PLACE = 'quarry.language';

/** Each language by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<MessageCatalogue>>> = {
  de: async () => (await import('./german.json')).default,
  fr: async () => (await import('./french.json')).default,
};

/**
 * Loads the language that was chosen here, otherwise the first of the browser's languages that the console has. To be
 * called before any other module of the console is loaded: their constants are texts, too.
 */
export async function loadLanguage(): Promise<void> {
  const wanted = chosenLanguage() ?? browserLanguage();
  const catalogue = wanted === 'en' ? null : await CATALOGUES[wanted]().catch(() => null);
  const language = catalogue === null ? 'en' : wanted;
  document.documentElement.lang = language;
  const own = navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`));
  speak({ locale: own ?? language, catalogue });
}

/** Keeps the choice in this browser, and shows the page in that language. Null: as the browser. */
export function chooseLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, language);
  location.reload();
}

/** Null if none was chosen. */
export function chosenLanguage(): Language | null {
  const kept = localStorage.getItem(PLACE);
  return isLanguage(kept) ? kept : null;
}

function browserLanguage(): Language {
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

function isLanguage(text: string | null | undefined): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}
