const CAPITAL = String.raw`[\p{Lu}\p{Lt}]`;
const SMALL = String.raw`[\p{Ll}\p{Lo}\p{Lm}\p{M}]`;
/** What begins a word after capitals: a plural, a version as in `UUIDv4`, a Greek letter as in `TNFalpha`. */
const ENDS_ACRONYM = String.raw`s(?!${SMALL})|v\p{N}|(?:alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega)(?!${SMALL})`;

/** The `s` of `PDFs` and `parseURLs`. It is no part of a word. JavaScript and Java read these patterns alike. */
export const PLURAL = `(?<=${CAPITAL}{2})s(?!${SMALL})`;

/** Words of an identifier: `HTTPServer2` → HTTP, Server, 2; `PDFs` → PDF. */
export const WORD = String.raw`${CAPITAL}{2,}(?=${ENDS_ACRONYM})|${CAPITAL}+(?!\p{Ll})|(?!${PLURAL})${CAPITAL}?${SMALL}+|${CAPITAL}|\p{N}+`;
