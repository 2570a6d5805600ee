/** Names from a text that separates them by commas. */
export function phrases(text: string): readonly string[] {
  return text.split(',').map((name) => name.replace(/\s+/g, ' ').trim());
}
