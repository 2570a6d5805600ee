import { countTokens } from '@quarry/turn';

type Fields = Readonly<Record<string, string | boolean | readonly unknown[]>>;

/** A JSON reply within the limit: drops entries from the end of its longest list, because truncated JSON is useless. */
export function jsonReply(fields: Fields, maxOutputTokens: number): string {
  let reply = fields;
  for (;;) {
    const text = JSON.stringify(reply);
    if (countTokens(text) <= maxOutputTokens) return text;
    const longest = Object.entries(reply)
      .filter(
        (entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
      )
      .sort(([, a], [, b]) => b.length - a.length)[0];
    if (!longest) return text;
    reply = { ...reply, [longest[0]]: longest[1].slice(0, -1) };
  }
}
