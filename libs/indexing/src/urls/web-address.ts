/** True for an absolute http(s) address: anything else would be a link that does something, or nothing. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url);
}
