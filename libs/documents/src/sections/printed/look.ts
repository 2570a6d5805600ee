import type { DocumentLine } from '../../document';

/** Appearance of a document's running text, from which headings stand out. */
export interface Look {
  /** Height of its letters in points. */
  readonly size: number;
  /** Edges of its column, in points. */
  readonly left: number;
  readonly right: number;
  /** True if much of the text is bold: then bold does not indicate a heading. */
  readonly mostlyBold: boolean;
}

/** Minimum number of characters that determine the appearance of a page. */
const ENOUGH = 1_500;
/** Share of them that must look the same. */
const MOST = 0.6;

/**
 * Determines the appearance of the text around each page: an exhibit may use another font than the report before it.
 * Falls back to the whole document if a page and its neighbours have hardly any running text. Null if the lines have no
 * font information.
 */
export function looksOf(lines: readonly DocumentLine[]): ((page: number) => Look) | null {
  const whole = lookOf(lines);
  if (!whole) return null;
  const pages = new Map<number, DocumentLine[]>();
  for (const line of lines) {
    const page = line.layout.page ?? 0;
    const known = pages.get(page);
    if (known) known.push(line);
    else pages.set(page, [line]);
  }
  const looks = new Map<number, Look>();
  for (const page of pages.keys()) {
    const own = pages.get(page) ?? [];
    const near = [pages.get(page - 1) ?? [], own, pages.get(page + 1) ?? []].flat();
    const look = lookOf(own, ENOUGH) ?? lookOf(near, ENOUGH) ?? whole;
    // Even a page of indented text has the margins of the document.
    looks.set(page, {
      ...look,
      left: Math.min(look.left, whole.left),
      right: Math.max(look.right, whole.right),
    });
  }
  return (page) => looks.get(page) ?? whole;
}

/**
 * The appearance of all lines but table rows, weighted by length; null if they have fewer than `atLeast` characters.
 */
function lookOf(lines: readonly DocumentLine[], atLeast = 1): Look | null {
  const sizes = new Map<number, number>();
  const lefts = new Map<number, number>();
  const rights = new Map<number, number>();
  let all = 0;
  let bold = 0;
  for (const line of lines) {
    const { kind, size, text } = line;
    const box = line.layout.box;
    if (kind === 'row' || size === undefined || box === undefined) continue;
    add(sizes, size, text.length);
    all += text.length;
    if (line.bold) bold += text.length;
    if (text.length < 40) continue;
    add(lefts, Math.round(box[0]), text.length);
    add(rights, Math.round(box[2] / 4) * 4, text.length);
  }
  const size = commonest(sizes);
  if (size === undefined || all < atLeast) return null;
  if (atLeast > 1 && (sizes.get(size) ?? 0) < all * MOST) return null;
  return {
    size,
    left: Math.min(...usual(lefts), 600),
    right: Math.max(...usual(rights), 0),
    mostlyBold: bold * 2 > all,
  };
}

/** The values that at least a tenth of the text has. */
function usual(counts: ReadonlyMap<number, number>): number[] {
  const all = [...counts.values()].reduce((sum, weight) => sum + weight, 0);
  return [...counts].filter(([, weight]) => weight * 10 >= all).map(([edge]) => edge);
}

function add(counts: Map<number, number>, key: number, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}

function commonest(counts: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [key, weight] of counts) if (best === undefined || weight > (counts.get(best) ?? 0)) best = key;
  return best;
}
