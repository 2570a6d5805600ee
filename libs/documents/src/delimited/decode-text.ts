/** The text of a file, and whether its encoding had to be guessed. */
export interface DecodedText {
  readonly text: string;
  readonly guessed: boolean;
}

/** Decodes text by its byte order mark, otherwise as UTF-8 if valid, otherwise as windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), guessed: false };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), guessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true };
  }
}
