import type { ComponentChildren } from 'preact';
import type german from './german.json';

/** The languages of the interface. English is the language of the sources: its texts are the keys of the others. */
export type Language = 'en' | 'de' | 'fr';

/**
 * A text of the interface, in English, as the catalogues have it (`german.json`, `french.json`). `{name}` stands for a
 * value. ` | ` separates the form for one thing from the form for several, chosen by the value `count`. ` @word` at the
 * end tells apart texts that are equal only in English.
 */
export type Message = keyof typeof german;

export type MessageCatalogue = Readonly<Record<Message, string>>;

interface Current {
  /** For numbers and dates: the language, with the region of the browser where it has one (`en-GB`). */
  readonly locale: string;
  /** Null in English. */
  readonly catalogue: MessageCatalogue | null;
}

let current: Current = { locale: 'en', catalogue: null };

/** Sets the language, once, before the first text is read: constants of modules are texts, too. */
export function speak(next: Current): void {
  current = next;
}

/** Whether the texts of the interface are those of the sources. */
export function isEnglish(): boolean {
  return current.catalogue === null;
}

/** The locale for `Intl`. */
export function locale(): string {
  return current.locale;
}

type Values = Readonly<Record<string, string | number>>;

/**
 * A text in the language of the interface. Numbers are written as that language writes them.
 * @example t('{count} file | {count} files', { count: 1200 }) // 1,200 files
 */
export function t(message: Message, values: Values = {}): string {
  return parts(message, values)
    .map((part) => (typeof part === 'number' ? new Intl.NumberFormat(locale()).format(part) : part))
    .join('');
}

/**
 * As {@link t}, with elements as values.
 * @example rich('Reading {path}', { path: <code>/src</code> })
 */
export function rich(
  message: Message,
  values: Readonly<Record<string, ComponentChildren>>,
): readonly ComponentChildren[] {
  return parts(message, values);
}

const PLACEHOLDER = /\{(\w+)\}/;

function parts<Value>(
  message: Message,
  values: Readonly<Record<string, Value>>,
): readonly (Value | string)[] {
  const text = current.catalogue?.[message] ?? message.replace(/ @\w+$/, '');
  return formOf(text, values['count'])
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? part : (values[part] ?? '')));
}

function formOf(text: string, count: unknown): string {
  const forms = text.split(' | ');
  const [one = text, ...others] = forms;
  const several = others.at(-1) ?? one;
  if (typeof count !== 'number') return several;
  return new Intl.PluralRules(locale()).select(count) === 'one' ? one : several;
}
