import type { TableCell, TableRow } from './table-rows';

/** Not behind a figure: `$21.7 billion` in the sentence above a table is an amount of its own. */
const SCALE = /(?<!\d[)\s-]{0,2})\b(thousand|million|billion|crore|lakh)s?\b/i;
/** `(EURm)`, `RMB'000`, `€ million`: a sign or a code, also right before a scale. */
const CURRENCIES: readonly (readonly [code: string, sign: RegExp])[] = [
  ['EUR', /€|\beuros?\b|\beur(?:m|mn|bn|k)?\b/i],
  ['GBP', /£|\bgbp(?:m|mn|bn|k)?\b/i],
  ['JPY', /\bjpy\b|\byen\b/i],
  ['INR', /₹|\binr\b|\brupees\b|\brs\.?(?= in\b| ?['’]?000)/i],
  ['CNY', /\b(?:rmb|cny|renminbi)\b/i],
  ['CHF', /\bchf(?:m|mn|bn|k)?\b/i],
  ['USD', /\$|\bdollars?\b|\busd(?:m|mn|bn|k)?\b/i],
];

const TIME = /\(in (years|months|days)\)/i;
const SHARES =
  /^(?:(?:basic|diluted) )?(?:weighted[- ]average )?(?:number of )?(?:(?:common|ordinary) )?shares (?:used|outstanding|issued)\b/i;

/** Not behind a figure: `1.625% Convertible Senior Notes` names a debt by its rate. */
const PERCENT = /\bpercent(?:age)?\b|(?<!\d)%/i;

/** The unit of a table's value, from its sign and from its headers and caption; undefined if none states it. */
export function unitOf({ label, group, caption }: TableRow, { text, header }: TableCell): string | undefined {
  // A head that was joined from those of two columns (`% of net Amount`) does not say which of them a value is of.
  const isJoined = /\bamounts?\b|[$€£]/i.test(header);
  if (/%/.test(text) || PERCENT.test(`${label} ${isJoined ? '' : header}`)) return '%';
  const time = TIME.exec(`${label} ${group}`)?.[1];
  if (time !== undefined) return time.toLowerCase();
  const scale = scaleOfCell({ label, header, caption });
  // `Shares used to compute net income per share`
  if (SHARES.test(label) && !/\$/.test(text)) return scale ? `${scale.toLowerCase()}s of shares` : 'shares';
  const named = /\(([^()\d]{1,40})\)$/.exec(label)?.[1] ?? (label.includes('$') ? '$' : '');
  const money = currencyIn(`${text} ${header} ${named}`) ?? currencyIn(caption);
  // A head may add `(in millions, except per share amounts)`.
  if (
    /\bper (?:common |diluted |basic )?share\b/i.test(
      `${label} ${group} ${header.replace(/\([^()]*\)/g, '')}`,
    )
  )
    return money ? `${money} per share` : 'per share';
  const unit = [...(scale === undefined ? [] : [`${scale.toLowerCase()}s`]), ...(money ? [money] : [])].join(
    ' ',
  );
  if (unit !== '') return unit;
  return caption.split(' · ').some((part) => SHARES_ONLY.test(part)) ? '%' : undefined;
}

/** `(Per cent)`: a line above a table that states the unit of all values. */
const SHARES_ONLY = /^\(?(?:in |all (?:figures|values) in )?(?:%|per ?cent|percentages?)\)?$/i;

function currencyIn(text: string): string | undefined {
  // `in mhl or € million` leaves open which of them a value has.
  const plain = text.replace(/\bor [$€£₹]/gi, '');
  return CURRENCIES.find(([, sign]) => sign.test(plain))?.[0];
}

/** `(in millions, except number of shares, which are reflected in thousands)` */
const OF_SHARES =
  /\bexcept (?:for )?(?:the )?(?:number of )?shares?\b[^()]{0,40}?\bin (thousand|million|billion)s\b/i;
/** `(in millions, except per share amounts)`: of prices of shares, which a column may have. */
const EXCEPT_PRICES = /\bexcept\b[^()]{0,60}\b(?:per[- ](?:common )?share|price)/i;
const PRICE = /\bweighted[- ]+average\b.{0,40}\b(?:fair value|price)\b/i;
const COUNT = /\b(?:number|shares)\b(?!.*\b(?:value|price|amount|cost|per)\b)/i;

/** The scale that the label, the head or the caption of a cell names, with what the caption excepts. */
function scaleOfCell({
  label,
  header,
  caption,
}: Record<'label' | 'header' | 'caption', string>): string | undefined {
  const own = scaleIn(label) ?? scaleIn(header);
  if (own !== undefined) return own;
  const ofShares = OF_SHARES.exec(caption)?.[1];
  if (ofShares !== undefined && COUNT.test(header)) return ofShares;
  if (EXCEPT_PRICES.test(caption) && PRICE.test(header)) return undefined;
  return scaleIn(caption);
}

/** `$m`, `(EURm)`, `US$ bn` */
const SHORT = /(?:[$€£₹]|\b(?:eur|gbp|usd|chf|inr|rmb|cny))\s?(bn|mn?|mm)\b/i;

/** The scale that a text names, also as `$'000` or `£m`. */
function scaleIn(text: string): string | undefined {
  const word = SCALE.exec(text)?.[1];
  if (word !== undefined) return word;
  if (/(?<![\d,.])['’]?000s?(?![\d,])/.test(text)) return 'thousand';
  const short = SHORT.exec(text)?.[1]?.toLowerCase();
  return short === undefined ? undefined : short.startsWith('b') ? 'billion' : 'million';
}
