/**
 * A pattern that finds a name in any of its spellings, as a whole word or as a part of a longer identifier: `max retries`,
 * `max-retries` and `MAX_RETRIES` for `maxRetries`, `HTTP3` for `HTTP/3`. It is for texts that `spacedOut` returned.
 *
 * @example
 * spellingOf('OpenTelemetry').test(spacedOut('open-telemetry exporter')); // true
 */
export function spellingOf(name: string): RegExp {
  const parts = spacedOut(name).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const spelled = parts.map((part) => part.toLowerCase()).join('[\\s_./:-]{0,2}');
  return new RegExp(`(?<![\\p{L}\\p{N}])${spelled || '(?!)'}(?:e?s)?(?![\\p{L}\\p{N}])`, 'iu');
}

/** A text with the words of its identifiers apart: `getUserName` → `get User Name`. */
export function spacedOut(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?!\p{Lu}s(?!\p{L}))(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/_+/g, ' ');
}
