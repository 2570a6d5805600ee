/** Encodings by the number of their code page. */
const BY_PAGE: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};
/** Code pages by the number of a font's character set. */
const BY_CHARSET: Readonly<Record<number, number>> = {
  ...{ 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250 },
};
const DEFAULT = 'windows-1252';

/** The name of an encoding, as `TextDecoder` knows it, for a code page. */
export function encodingOfPage(page: number): string {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  return BY_PAGE[page] ?? DEFAULT;
}

/** The encoding of a font's character set; null for those that are no encoding (default, symbols). */
export function encodingOfCharset(charset: number): string | null {
  const page = BY_CHARSET[charset];
  return page === undefined ? null : encodingOfPage(page);
}
