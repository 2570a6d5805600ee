/**
 * Start and end of a claim in the text of an answer are marked with characters of the private use area, which the
 * Markdown parser leaves unchanged: `BEGIN`, the number of the claim in digits from `DIGIT`, `CLOSE`; and the same with
 * `END`.
 */
const BEGIN = '\uE000';
const END = '\uE001';
const CLOSE = '\uE002';
const DIGIT = 0xe010;
const SIGN = /([\uE000\uE001])([\uE010-\uE019]{1,4})\uE002/g;
const ANY = /[\uE000-\uE002\uE010-\uE019]/g;

export type ClaimPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'begin'; readonly claim: number }
  | { readonly kind: 'end'; readonly claim: number };

/** The text with signs around each claim that it contains. Existing signs in the text are removed. */
export function signClaims(text: string, claims: readonly { readonly text: string }[]): string {
  let rest = text.replace(ANY, '');
  let signed = '';
  for (const [at, { text: claim }] of claims.entries()) {
    const begin = claim === '' ? -1 : rest.indexOf(claim);
    if (begin < 0) continue;
    const number = [...String(at)].map((digit) => String.fromCharCode(DIGIT + Number(digit))).join('');
    const [first, last] = withinRow(claim);
    const said = `${BEGIN}${number}${CLOSE}${claim.slice(first, last)}${END}${number}${CLOSE}`;
    signed += `${rest.slice(0, begin)}${claim.slice(0, first)}${said}${claim.slice(last)}`;
    rest = rest.slice(begin + claim.length);
  }
  return signed + rest;
}

/** The part of a claim that signs may enclose: outside of the outer pipes of a table row, they would become cells. */
function withinRow(claim: string): readonly [first: number, last: number] {
  const first = /^\s*\|/.exec(claim)?.[0].length ?? 0;
  const end = claim.trimEnd().length;
  return [first, first > 0 && /[^\\]\|\s*$/.test(claim) ? end - 1 : end];
}

/** A text in pieces: text, and starts and ends of claims. */
export function claimPieces(text: string): readonly ClaimPiece[] {
  const pieces: ClaimPiece[] = [];
  const push = (piece: string): void => {
    const clean = piece.replace(ANY, '');
    if (clean !== '') pieces.push({ kind: 'text', text: clean });
  };
  let at = 0;
  for (const match of text.matchAll(SIGN)) {
    push(text.slice(at, match.index));
    const claim = Number([...(match[2] ?? '')].map((digit) => digit.charCodeAt(0) - DIGIT).join(''));
    pieces.push({ kind: match[1] === BEGIN ? 'begin' : 'end', claim });
    at = match.index + match[0].length;
  }
  push(text.slice(at));
  return pieces;
}
