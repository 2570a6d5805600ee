import type { Span } from './secret';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{2,10} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/g;

/** Longest key: an RSA key of 16,384 bits has 13,000 characters in PEM. */
const MAX_KEY = 40_000;

/** Minimum number of base64 characters: anything shorter is documentation. */
const MIN_BODY = 60;

/** Private keys: from the first line to the last, or to the end of the base64. */
export function scanKeyBlocks(text: string): readonly Span[] {
  const spans: Span[] = [];
  BEGIN.lastIndex = 0;
  for (let match = BEGIN.exec(text); match; match = BEGIN.exec(text)) {
    const start = match.index;
    const end = match[0].startsWith('PuTTY')
      ? endOfPutty(text, start)
      : endOfPem(text, start, BEGIN.lastIndex);
    if (end === null) continue;
    spans.push({ kind: 'private-key', start, end });
    BEGIN.lastIndex = end;
  }
  return spans;
}

/** Null if no key follows the marker: a parser's constant, a sentence. */
function endOfPem(text: string, start: number, from: number): number | null {
  const near = text.slice(from, start + MAX_KEY);
  const next = near.indexOf('-----BEGIN ');
  const scope = next < 0 ? near : near.slice(0, next);
  const mark = /-----END (?:[A-Z0-9]{2,10} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.exec(scope);
  const body = mark
    ? scope.slice(0, mark.index)
    : (/^(?:[A-Za-z0-9+/=:,\s"'`.+-]|\\[nr])*/.exec(scope)?.[0] ?? '');
  const characters = body.replace(/\\[nr]|[^A-Za-z0-9+/=]/g, '');
  // A single repeated letter illustrates the format.
  if (characters.length < MIN_BODY || new Set(characters).size < 16) return null;
  return mark ? from + mark.index + mark[0].length : from + body.trimEnd().length;
}

function endOfPutty(text: string, start: number): number | null {
  const near = text.slice(start, start + MAX_KEY);
  const mac = /^Private-(?:MAC|Hash): [a-f0-9]{40,64}/m.exec(near);
  return mac ? start + mac.index + mac[0].length : null;
}
