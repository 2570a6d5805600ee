import type { TableCell, TableRow } from './table-rows';

/** Not behind a figure: `$21.7 billion` in the sentence above a table is an amount of its own. */
const SCALE = /(?<!\d[)\s-]{0,2})\b(thousand|million|billion)s?\b/i;
const CURRENCY = /\$|\bdollars?\b|\busd\b/i;
/** A currency beside a scale: `in millions of CHF`, `EUR millions`. A zone may be called `EUR`, too. */
const NAMED =
  /\b(?:thousands?|millions?|billions?) (?:of )?(chf|eur|gbp|jpy|inr|cad|aud|cny|sek|nok|dkk)\b|\b(chf|eur|gbp|jpy|inr|cad|aud|cny|sek|nok|dkk) (?:in )?(?:thousands?|millions?|billions?)\b/i;

const TIME = /\(in (years|months|days)\)/i;
const SHARES =
  /^(?:(?:basic|diluted) )?(?:weighted[- ]average )?(?:number of )?(?:(?:common|ordinary) )?shares (?:used|outstanding|issued)\b/i;

/** The unit of a table's value, from its sign and from its headers and caption; undefined if none states it. */
export function unitOf({ label, group, caption }: TableRow, { text, header }: TableCell): string | undefined {
  if (/%/.test(text) || /\bpercent(?:age)?\b|%/i.test(`${label} ${header}`)) return '%';
  const time = TIME.exec(`${label} ${group}`)?.[1];
  if (time !== undefined) return time.toLowerCase();
  const scale = scaleOfCell({ label, header, caption });
  // `Shares used to compute net income per share`
  if (SHARES.test(label) && !/\$/.test(text)) return scale ? `${scale.toLowerCase()}s of shares` : 'shares';
  const money = CURRENCY.test(`${text} ${label} ${header} ${caption}`);
  // A head may add `(in millions, except per share amounts)`.
  if (
    /\bper (?:common |diluted |basic )?share\b/i.test(
      `${label} ${group} ${header.replace(/\([^()]*\)/g, '')}`,
    )
  )
    return money ? 'USD per share' : 'per share';
  const currency = money
    ? 'USD'
    : NAMED.exec(`${header} ${caption}`)
        ?.slice(1)
        .find((code) => code !== undefined);
  const unit = [
    ...(scale === undefined ? [] : [`${scale.toLowerCase()}s`]),
    ...(currency === undefined ? [] : [currency.toUpperCase()]),
  ].join(' ');
  return unit === '' ? undefined : unit;
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

/** The scale that a text names, also as `$'000` or `£m`. */
function scaleIn(text: string): string | undefined {
  const word = SCALE.exec(text)?.[1];
  if (word !== undefined) return word;
  if (/(?<![\d,.])['’]?000s?(?![\d,])/.test(text)) return 'thousand';
  return /[$€£]\s?m(?:n|m)?\b/i.test(text) ? 'million' : undefined;
}
