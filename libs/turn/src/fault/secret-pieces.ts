/** So many letters and digits of a secret in a row are too many. */
const PIECE = 8;
/** Fewer stand in many a word. */
const FEWEST = 6;
/** Texts are quoted in texts: an error in JSON in a URL. */
const LAYERS = 3;

/** Does the text, or what it is the encoding of, hold a piece of the secret? Signs, spaces and the case of letters do not count. */
export function holdsPiece(text: string, secret: string): boolean {
  const texts = decodings(text).map(letters);
  return formsOf(secret).some((form) => texts.some((one) => shares(one, form)));
}

/** The secret as bytes are written in text: as it is, in hexadecimal, and in base64, of which there are three: by its place among the bytes before it. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '')
      // What stands for bits of a neighbour is not the secret's.
      .slice(Math.ceil((before * 8) / 6), (before + bytes.length) % 3 === 0 ? undefined : -1),
  );
  return [secret, bytes.toString('hex'), ...base64].map(letters).filter(({ length }) => length >= FEWEST);
}

/** The text, and what it means once and several times unescaped. */
function decodings(text: string): readonly string[] {
  const found = [text];
  for (let layer = 0; layer < LAYERS; layer++) found.push(unescaped(found.at(-1) ?? ''));
  return [...new Set(found)];
}

/** Without one layer of the escapes of URLs, JSON and HTML. */
function unescaped(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .replace(/\\u([\da-f]{4})|\\x([\da-f]{2})/gi, (_all, four?: string, two?: string) =>
      String.fromCharCode(Number.parseInt(four ?? two ?? '', 16)),
    )
    .replace(/\\[bfnrt]/g, ' ')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_all, hex?: string, decimal?: string) =>
      character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&[a-z]{2,8};/gi, ' ');
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Is there a row of {@link PIECE} characters, or the whole form where it is shorter, in both? */
function shares(text: string, form: string): boolean {
  if (form.length <= PIECE) return text.includes(form);
  const pieces = new Set(
    Array.from({ length: form.length - PIECE + 1 }, (_, at) => form.slice(at, at + PIECE)),
  );
  for (let at = 0; at + PIECE <= text.length; at++) if (pieces.has(text.slice(at, at + PIECE))) return true;
  return false;
}
