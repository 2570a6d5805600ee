/** True for an absolute http(s) URL: any other link might run something, or lead nowhere. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(url) && URL.canParse(url);
}
