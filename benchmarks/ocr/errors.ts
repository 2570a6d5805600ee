import { distance } from 'fastest-levenshtein';

/** Errors of one page, with what they are counted in. */
export interface Compared {
  readonly characters: readonly [wrong: number, all: number];
  readonly words: readonly [wrong: number, all: number];
  /** Figures of the page that were read as they are. */
  readonly figures: readonly [right: number, all: number];
}

/** Compares what was read with what is printed. Bars between cells and line ends count as spaces. */
export function compared(printed: string, read: string): Compared {
  const [a, b] = [plain(printed), plain(read)];
  const [words, others] = [a.split(' '), b.split(' ')];
  // Each word becomes one character, so that the distance counts words.
  const codes = new Map<string, string>();
  const coded = (list: readonly string[]): string =>
    list
      .map((word) => {
        const code = codes.get(word) ?? String.fromCharCode(0x4e00 + codes.size);
        codes.set(word, code);
        return code;
      })
      .join('');
  const left = others.filter(isFigure);
  const figures = words.filter(isFigure);
  const right = figures.filter((figure) => {
    const at = left.indexOf(figure);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return {
    characters: [distance(a, b), a.length],
    words: [distance(coded(words), coded(others)), words.length],
    figures: [right.length, figures.length],
  };
}

/** The shares over all pages, in percent. */
export function sumOf(pages: readonly Compared[]): Record<keyof Compared, string> {
  const share = (of: keyof Compared): string => {
    const [part, all] = [0, 1].map((n) => pages.reduce((sum, page) => sum + page[of][n]!, 0));
    return `${((100 * part!) / all!).toFixed(1)} %`;
  };
  return { characters: share('characters'), words: share('words'), figures: share('figures') };
}

function plain(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s*\|\s*|\s+/g, ' ')
    .trim();
}

function isFigure(word: string): boolean {
  return /\d/.test(word) && !/\p{L}/u.test(word);
}
