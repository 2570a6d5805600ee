/** What stands between the brackets of a mark. */
export interface Inside {
  /** In their order, ranges as all of their numbers; none where it is a mark of something that has no number here. */
  readonly numbers: readonly number[];
  readonly form: 'number' | 'list' | 'range';
  /** True for what no code, interval or other text looks like: `Evidence 5`, `^44`, `5†source`. */
  readonly sure: boolean;
}

/** Most numbers of one range: an answer does not cite more pieces of evidence at one place. */
const MAX_RANGE = 50;
/** Beyond it digits are no number of evidence, whatever stands beside them. */
const MAX_DIGITS = 9;

const LABEL =
  /^(?:evidence|sources?|src|refs?|references?|citations?|cites?|oaicite|docs?|documents?|passages?|excerpts?|chunks?|snippets?|contexts?|quellen?|belege?|fuentes?|fonti|fonte|preuves?|источник|证据|證據|来源|來源|出典|出处|出處|引用|資料|资料|출처)$/i;
/** Labels that are needed in round brackets, where numbers alone count steps. */
const PLAIN_LABEL = /^(?:evidence|sources?|citations?)$/i;
const LEAD_IN = /^(?:see|cf|also|per)$/i;
const JOINS = /^(?:and|und|y|et)$/i;
const UP_TO = /^(?:to|through|bis)$/i;
/** What names a place within a source, before a number of its own. */
const LOCATOR =
  /^(?:pp?|pages?|ll?|lines?|sec|sections?|ch|chapters?|paras?|paragraphs?|figs?|figures?|tables?|pass)$/i;
/** Markers of models that cite by tags of their own. */
const TAG = /^cite_(?:start|end)$/i;

const TOKEN =
  /(?<digits>\d+)|(?<word>\p{L}+)|(?<dash>-{1,3}|[‐‑‒–—―−~〜])|(?<sep>[,;、&·])|(?<blank>\s+)|(?<sign>[^])/gu;

/** Reads what stands between square brackets, or, where `round`, between round ones; null where it is no mark. */
export function readInside(content: string, round = false): Inside | null {
  const plain = content
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (TAG.test(plain)) return round ? null : EMPTY;
  const dagger = plain.search(/[†‡]/);
  if (dagger >= 0)
    return !round && /^\d/.test(plain) ? sureOf(new Reader(plain.slice(0, dagger)).all()) : null;
  const note = /^\^\s?(\d{1,4})\^?$/.exec(plain);
  if (note) return round ? null : { numbers: [Number(note[1])], form: 'number', sure: true };
  const reader = new Reader(plain, round ? PLAIN_LABEL : LABEL);
  const items = reader.all();
  if (reader.labelled) return items && sureOf(items);
  return round || !items ? null : plainOf(items);
}

const EMPTY: Inside = { numbers: [], form: 'number', sure: true };

interface Item {
  readonly first: number;
  readonly last: number;
}

/** Nothing can be found for what is not understood of a sure mark. */
function sureOf(items: readonly Item[] | null): Inside {
  const numbers = (items ?? []).flatMap((item) => numbersOf(item) ?? []);
  return { ...EMPTY, numbers, form: formOf(items ?? []) };
}

/** Zero in a list, years, a range that falls or is too wide: no numbers of evidence. */
function plainOf(items: readonly Item[]): Inside | null {
  const all = items.flatMap(({ first, last }) => [first, last]);
  const form = formOf(items);
  if (all.some((n) => n > 9_999 || (n >= 1_900 && n <= 2_099))) return null;
  if (form !== 'number' && all.includes(0)) return null;
  const numbers = items.map(numbersOf);
  return numbers.includes(null) ? null : { numbers: numbers.flatMap((n) => n ?? []), form, sure: false };
}

function numbersOf({ first, last }: Item): readonly number[] | null {
  if (last < first || last - first >= MAX_RANGE) return null;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function formOf(items: readonly Item[]): Inside['form'] {
  if (items.some(({ first, last }) => first !== last)) return 'range';
  return items.length > 1 ? 'list' : 'number';
}

/** Reads numbers, ranges and lists of them, each with or without a label. */
class Reader {
  labelled = false;
  readonly #tokens: readonly { readonly kind: string; readonly text: string }[];
  #at = 0;

  constructor(
    text: string,
    private readonly label = LABEL,
  ) {
    this.#tokens = [...text.matchAll(TOKEN)].flatMap(({ groups = {} }) =>
      Object.entries(groups).flatMap(([kind, found]) =>
        typeof found === 'string' && kind !== 'blank' ? [{ kind, text: found }] : [],
      ),
    );
  }

  /** All of it, or null where it holds anything else. */
  all(): readonly Item[] | null {
    const items: Item[] = [];
    this.#word(LEAD_IN);
    do {
      const item = this.#item();
      if (!item) return items.length > 0 && this.#isLocator() ? items : null;
      items.push(item);
    } while (this.#joins());
    return this.#at === this.#tokens.length || this.#isTitle() || this.#isLocator() ? items : null;
  }

  /** `Evidence 5: src/retry.ts`: behind its label a number may have a title. */
  #isTitle(): boolean {
    const text = this.#tokens[this.#at]?.text ?? '';
    return this.labelled && this.label === LABEL && /^(?:[:|(]|-+|[–—])$/.test(text);
  }

  #item(): Item | null {
    this.#takeLabel();
    const first = this.#number();
    if (first === null) return null;
    const from = this.#at;
    if (!this.#kind('dash') && !this.#word(UP_TO)) return { first, last: first };
    this.#takeLabel();
    const last = this.#number();
    if (last !== null) return { first, last };
    this.#at = from;
    return { first, last: first };
  }

  /** `Evidence 5`, `source: 5`, `Ref. #5`, `evidence_5`. */
  #takeLabel(): void {
    if (!this.#word(this.label)) return;
    this.labelled = true;
    while (this.#kind('dash') || this.#kind('sign', /^[.:#_=]$/));
  }

  #joins(): boolean {
    const separated = this.#kind('sep');
    return this.#word(JOINS) || separated;
  }

  /** `p. 3`, `lines 3-5`, `§ 2` behind the numbers: where in the source. */
  #isLocator(): boolean {
    this.#kind('sign', /^:$/);
    if (!this.#word(LOCATOR) && !this.#kind('sign', /^§$/)) return false;
    this.#kind('sign', /^\.$/);
    return this.#kind('digits');
  }

  #number(): number | null {
    const digits = this.#tokens[this.#at];
    if (digits?.kind !== 'digits' || digits.text.length > MAX_DIGITS) return null;
    this.#at += 1;
    return Number(digits.text);
  }

  #word(wanted: RegExp): boolean {
    return this.#kind('word', wanted);
  }

  #kind(kind: string, wanted?: RegExp): boolean {
    const token = this.#tokens[this.#at];
    const is = token?.kind === kind && (wanted?.test(token.text) ?? true);
    if (is) this.#at += 1;
    return is;
  }
}
