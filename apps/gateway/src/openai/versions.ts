/** Stands between two versions of an answer in a chat, where sent text cannot be taken back. */
export const NEXT_VERSION = '\n\n---\n\n**The answer was revised:**\n\n';

/** The last version of an answer, without those that it replaced. */
export function lastVersion(text: string): string {
  const at = text.lastIndexOf(NEXT_VERSION);
  return at < 0 ? text : text.slice(at + NEXT_VERSION.length);
}
