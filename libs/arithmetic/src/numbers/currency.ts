const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  usd: 'USD',
  c$: 'CAD',
  cad: 'CAD',
  a$: 'AUD',
  aud: 'AUD',
  hk$: 'HKD',
  hkd: 'HKD',
  nt$: 'TWD',
  s$: 'SGD',
  sgd: 'SGD',
  r$: 'BRL',
  brl: 'BRL',
  mxn: 'MXN',
  krw: 'KRW',
  rmb: 'CNY',
  cny: 'CNY',
  yuan: 'CNY',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
  '€': 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  '¥': 'JPY',
  jpy: 'JPY',
  chf: 'CHF',
  '₹': 'INR',
  inr: 'INR',
  dollar: 'USD',
  dollars: 'USD',
  euro: 'EUR',
  euros: 'EUR',
};
const AT_END =
  /(?<![\p{L}\p{N}])((?:us|c|a|hk|nt|s|r)?\$|[€£¥₹]|usd|cad|aud|eur|gbp|jpy|chf|inr|hkd|sgd|brl|mxn|krw|rmb|cny|sek|nok|dkk)\s{0,3}$/iu;
const AT_START =
  /^\s?(?:([€£¥₹])|(usd|cad|aud|eur|gbp|jpy|chf|inr|hkd|sgd|brl|mxn|krw|rmb|cny|sek|nok|dkk|dollars?|euros?|yuan)(?![\p{L}\p{N}]))/iu;

/** A currency at the end of a text, and its length in characters including the space after it. */
export function currencyAtEnd(text: string): { readonly code: string; readonly length: number } | null {
  const match = AT_END.exec(text);
  const code = SIGNS[match?.[1]?.toLowerCase() ?? ''];
  return match && code !== undefined ? { code, length: match[0].length } : null;
}

/** A currency at the start of a text, and its length in characters including the space before it. */
export function currencyAtStart(text: string): { readonly code: string; readonly length: number } | null {
  const match = AT_START.exec(text);
  const code = SIGNS[(match?.[1] ?? match?.[2] ?? '').toLowerCase()];
  return match && code !== undefined ? { code, length: match[0].length } : null;
}
