/** A text with a capital letter at its beginning, as a sentence has it. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
