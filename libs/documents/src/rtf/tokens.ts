/** A token of an RTF file. `bytes`: text in the encoding of the current font. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly value: number | null }
  | { readonly kind: 'byte'; readonly byte: number };

const [OPEN, CLOSE, BACKSLASH, MINUS, SPACE, QUOTE] = [123, 125, 92, 45, 32, 39];
/** A longer word is no control word of any version. */
const LONGEST_WORD = 40;

/** Reads the tokens of an RTF file from its beginning to its end. Binary data (`\bin`) is skipped. Never throws. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === OPEN || byte === CLOSE) {
      at++;
      yield { kind: byte === OPEN ? 'open' : 'close' };
    } else if (byte !== BACKSLASH) {
      at++;
      if (byte !== 10 && byte !== 13 && byte !== 0) yield { kind: 'byte', byte };
    } else if (isLetter(bytes[at + 1])) {
      const word = readWord(bytes, at + 1);
      at = word.end;
      if (word.name === 'bin') at += Math.max(0, word.value ?? 0);
      else yield { kind: 'word', name: word.name, value: word.value };
    } else {
      const symbol = bytes[at + 1] ?? 0;
      if (symbol === QUOTE) {
        const code = Number.parseInt(String.fromCharCode(bytes[at + 2] ?? 0, bytes[at + 3] ?? 0), 16);
        at += 4;
        if (!Number.isNaN(code)) yield { kind: 'byte', byte: code };
      } else {
        at += 2;
        yield symbolToken(symbol);
      }
    }
  }
}

/** `\~` is a space that does not break, `\-` a place to break a word; a line end after a backslash is a paragraph. */
function symbolToken(symbol: number): RtfToken {
  if (symbol === OPEN || symbol === CLOSE || symbol === BACKSLASH) return { kind: 'byte', byte: symbol };
  if (symbol === 10 || symbol === 13) return { kind: 'word', name: 'par', value: null };
  return { kind: 'word', name: String.fromCharCode(symbol), value: null };
}

function readWord(
  bytes: Uint8Array,
  from: number,
): { readonly name: string; readonly value: number | null; readonly end: number } {
  let end = from;
  while (end - from < LONGEST_WORD && isLetter(bytes[end])) end++;
  const name = String.fromCharCode(...bytes.subarray(from, end));
  let number = end;
  if (bytes[number] === MINUS) number++;
  while (number - end < 11 && isDigit(bytes[number])) number++;
  const digits = String.fromCharCode(...bytes.subarray(end, number));
  const value = digits === '' || digits === '-' ? null : Number(digits);
  return { name, value, end: bytes[number] === SPACE ? number + 1 : number };
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}
