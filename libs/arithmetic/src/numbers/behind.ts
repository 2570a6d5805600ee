import { currencyAtStart } from './currency';

/** The text after the digits of a number that is part of it. */
export interface Behind {
  readonly end: number;
  readonly percent: boolean;
  readonly scale: number;
  readonly currency?: string;
  /** True if the parenthesis before the number closes directly after it. */
  readonly closed: boolean;
}

/** Maximum number of characters after a number that are read. */
const LOOK = 24;
/** Text of filings may have a space before it. */
const CLOSING = /^ ?\)/;
const PERCENT = /^\s?(?:%|(?:percent(?:age points?)?|per cent|pct)(?![\p{L}\p{N}]))/iu;
const SCALE_WORD = /^[\s-]?(thousand|million|mio|billion|bn|trillion)s?(?![\p{L}\p{N}])/iu;
/** Attached letters, which are a scale only next to a currency or decimals: `3M` is a company. */
const SCALE_LETTER = /^\s?(k|mm|mn|m|bn|b|tn)(?![\p{L}\p{N}])/iu;
/** Units that may be attached to a number. */
const UNIT =
  /^(?:x|[mckµn]?m|km|[mkµ]?g|ms|s|h|[kMGT]?i?[Bb]|[kMG]?Hz|[kMG]?W|kWh|bps?|pp|pts?)(?![\p{L}\p{N}])/u;
const POWERS: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mm: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  tn: 12,
  trillion: 12,
};

/** Reads rightwards from the last digit; null if the digits are part of a name, an ordinal or a version. */
export function readBehind(
  text: string,
  digits: number,
  given: { readonly parenthesis: boolean; readonly marked: boolean },
): Behind | null {
  let end = digits;
  let percent = false;
  let scale = 0;
  let currency: string | undefined;
  const rest = (): string => text.slice(end, end + LOOK);
  const closing = (): number =>
    given.parenthesis ? (CLOSING.exec(text.slice(end, end + 2))?.[0].length ?? 0) : 0;
  const first = closing();
  end += first;
  const letter = given.marked ? SCALE_LETTER.exec(rest()) : null;
  const word = SCALE_WORD.exec(rest()) ?? letter;
  if (word) {
    scale = POWERS[word[1]?.toLowerCase() ?? ''] ?? 0;
    end += word[0].length;
  } else if (first === 0 && isPartOfName(rest())) return null;
  const share = PERCENT.exec(rest());
  if (share) {
    percent = true;
    end += share[0].length;
  }
  const money = percent ? null : currencyAtStart(rest());
  if (money) {
    currency = money.code;
    end += money.length;
  }
  const last = first === 0 ? closing() : 0;
  end += last;
  return { end, percent, scale, closed: first + last > 0, ...(currency === undefined ? {} : { currency }) };
}

/** `10-K`, `3M`, `2nd`, `1.2.3`, `12:30`, `5a`. */
function isPartOfName(rest: string): boolean {
  if (/^-\p{Lu}/u.test(rest) || /^[.:]\d/.test(rest)) return true;
  return /^[\p{L}\p{N}_]/u.test(rest) && !UNIT.test(rest);
}
