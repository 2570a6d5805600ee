import { outsideCode } from '@quarry/turn';

/** Images and links: `![text](address)`, `[text](address)`, `[text][label]`; their text is kept. */
const LINK =
  /!?(?<!\\)\[([^[\]]{0,300})\](?:\([^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)|\[(?!\d+\])[^[\]\n]{0,100}\])/g;
const IMAGE = /!\[[^[\]]{0,300}\](?:\([^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)|\[[^[\]\n]{0,100}\])/g;
const TAG = /<!--[\s\S]{0,2000}?-->|<\/?[a-z][a-z\d-]{0,20}(?:\s[^<>]{0,2000})?\/?>/gi;
const ALERT = /^\s*\[!(?:note|tip|important|warning|caution)\]/i;
const EMPHASIS = /[*_]{2,}|(?<![\p{L}\p{N}])[*_](?!\s)|(?<=\S)[*_](?![\p{L}\p{N}])/gu;

/**
 * A text without Markdown and HTML: links and images become their text, tags and emphasis go. Code in back-ticks stays
 * as it is written.
 *
 * @example
 * withoutMarkup('See the [guide](a.md), which is _not_ `__private__`.') // 'See the guide, which is not `__private__`.'
 */
export function withoutMarkup(text: string): string {
  // A link around an image is a link after its image became text.
  return outsideCode(text.replace(ALERT, ' '), (part) =>
    part.replace(LINK, '$1').replace(LINK, '$1').replace(TAG, ' ').replace(EMPHASIS, ''),
  );
}

/** Whether a text shows nothing but images, badges and tags. */
export function isPicture(text: string): boolean {
  const rest = text.replace(IMAGE, ' ').replace(TAG, ' ').replace(LINK, '$1');
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest);
}

/** Whether a text is a link and nothing else, as in a table of contents. */
export function isLinkAlone(text: string): boolean {
  return (
    text
      .trim()
      .replace(LINK, '')
      .replace(/[\s.:*_-]/g, '') === '' && /\[/.test(text)
  );
}

/** A text of the same length in which images, addresses of links and tags have no end marks of sentences. */
export function maskedMarkup(text: string): string {
  return text
    .replace(TAG, (tag) => 'x'.repeat(tag.length))
    .replace(/\]\([^()\s]{0,500}\)/g, (address) => `]${'x'.repeat(address.length - 1)}`)
    .replace(/!(?=\[)/g, 'x');
}
