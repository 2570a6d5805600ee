/** What a greatest or a least value is called, as words of questions and as parts of names. */
const BOUNDS: ReadonlyMap<string, string> = new Map([
  ['max', 'max(?:imum)?'],
  ['maximum', 'max(?:imum)?'],
  ['min', 'min(?:imum)?'],
  ['minimum', 'min(?:imum)?'],
]);
/** Words that a name leaves out where a bound says the same: `maxPayload` is the maximum payload size. */
const LEFT_OUT = new Set(['size', 'length', 'number', 'count', 'value', 'amount']);
/** The unit of a value as the last part of its name: `closeTimeoutMs`, `PAGE_SIZE_BYTES`. */
const UNIT = '(?:[ _-]?(?:ms|millis|milliseconds|secs?|seconds|mins?|minutes|hours|bytes|kb|mb))?';
/** More words are a description, whose orders would be too many. */
const MOST_WORDS = 4;

/**
 * A pattern, as text, for the names that code may give to something: the name itself, or the words in one name. A bound
 * may stand at either end, and words may be singular or plural.
 *
 * @example
 * new RegExp(`^${nameInWords('maximum retries')}$`, 'i').test('RETRY_MAX'); // true
 * new RegExp(`^${nameInWords('close timeout')}$`, 'i').test('closeTimeoutMs'); // true
 */
export function nameInWords(name: string): string {
  const words = name.split(' ').filter(Boolean);
  if (words.length < 2 || words.length > MOST_WORDS) return words.map(escaped).join('[ _-]?');
  const bound = words.find((word) => BOUNDS.has(word.toLowerCase()));
  const others = words.filter((word) => word !== bound);
  const joined = (parts: readonly string[]): string => parts.join('[ _-]?');
  if (bound === undefined) return `${joined(others.map(inNumber))}${UNIT}`;
  const limit = BOUNDS.get(bound.toLowerCase()) ?? '';
  const shorter = others.length > 1 && LEFT_OUT.has(others.at(-1)?.toLowerCase() ?? '');
  const forms = [others, ...(shorter ? [others.slice(0, -1)] : [])].map((form) => form.map(inNumber));
  const orders = forms.flatMap((form) => [
    [limit, ...form],
    [...form, limit],
    ...(limit.startsWith('max') ? [[...form, 'limit']] : []),
  ]);
  return `(?:${orders.map(joined).join('|')})${UNIT}`;
}

/**
 * A name as a keyword search looks for it: with the short and the long word of a bound, as either may be in the name.
 *
 * @example
 * searchTextOf('maximum retries'); // 'maximum retries max'
 */
export function searchTextOf(name: string): string {
  const words = name.toLowerCase().split(' ');
  const others = [...BOUNDS.keys()].filter(
    (word) => !words.includes(word) && words.some((own) => BOUNDS.get(own) === BOUNDS.get(word)),
  );
  return words.length < 2 ? name : [name, ...others].join(' ');
}

/** A part that every spelling of a name has, in lower case: the longest word that is no bound, without its ending. */
export function rarestPart(name: string): string {
  const [first = '', ...others] = name
    .split(' ')
    .filter((word) => !BOUNDS.has(word) && !LEFT_OUT.has(word))
    .map((word) => (name.includes(' ') ? stemOf(word) : word))
    .toSorted((a, b) => b.length - a.length);
  return others.length === 0 && first === '' ? (name.split(' ')[0] ?? '') : first;
}

/** A word as a pattern that also takes its other number: `retries` takes `retry`. */
function inNumber(word: string): string {
  const stem = escaped(stemOf(word));
  if (/[^s]s$|ies$/i.test(word)) return /ies$/i.test(word) ? `${stem}(?:y|ies)` : `${stem}s?`;
  return /[a-z]y$/i.test(word) ? `${stem}(?:y|ies)` : `${stem}s?`;
}

function stemOf(word: string): string {
  return word.replace(/(?:ies|y)$/i, '').replace(/([^s])s$/i, '$1');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
