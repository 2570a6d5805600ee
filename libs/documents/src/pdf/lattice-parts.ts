import { regionsOf, type Region } from './columns';
import type { Drawn } from './drawn';
import type { Fragment } from './fragment';
import { headsAbove } from './heads-above';
import { latticesOf, type Lattice } from './lattice';
import { isIn, tableIn, type LatticeTable } from './lattice-block';
import { blocksOf, type Block } from './tables';

/** The tables and texts of regions: first the tables whose cells are drawn, then those that their text shows. */
export function blocksWithLattices(
  regions: readonly Region[],
  { rules, lines, fills }: Drawn,
): readonly (readonly Block[])[] {
  const all = regions.flat().flatMap(({ fragments }) => fragments);
  const drawn = tablesIn(latticesOf(lines), all);
  const known = new Set(drawn.flatMap(({ fragments }) => [...fragments]));
  const rest = all.filter((one) => !known.has(one));
  // Backgrounds part rows as well, but a program may fill every other row, or the background of a cell line by line.
  const filled = tablesIn(latticesOf([...lines, ...fills]), rest).filter(({ hasLines }) => hasLines);
  const tables = [...drawn, ...filled];
  const homes = tables.map(({ fragments }) => homeOf(regions, fragments));
  const taken = new Set(tables.flatMap(({ fragments }) => [...fragments]));
  return regions.map((region, at) => {
    const own = tables.filter((_, i) => homes[i] === at);
    return region.some((row) => row.fragments.some((one) => taken.has(one)))
      ? partsOf(region, own, taken).flatMap((part) => ('rows' in part ? [part] : blocksOf(part, rules)))
      : blocksOf(region, rules);
  });
}

/** `(Amounts in ₹ million)` */
const UNIT = /\b(?:thousand|million|billion|lakh|crore)s?\b|[$€£¥₹]\s?['’]?000/i;
const LONGEST_UNIT = 80;

/** Takes the heads over the lines of a table, and the line with its unit, from the end of the text above it. */
function headsOver(parts: (Region | Block)[], { rows }: Block): Region {
  const text = parts.at(-1);
  if (!text || 'rows' in text) return [];
  let from = text.length;
  while (from > 0 && isHeadOver(text[from - 1], rows)) from--;
  parts.splice(-1, 1, text.slice(0, from));
  return text.slice(from);
}

function isHeadOver(row: Region[number] | undefined, body: Region): boolean {
  const [only, ...others] = row?.segments ?? [];
  if (!row || !only) return false;
  // A text alone is a title, unless it is a unit.
  if (others.length > 0) return headsAbove([row], body)[0] === 0;
  return UNIT.test(only.text) && only.text.length <= LONGEST_UNIT && !/[.:;]$/.test(only.text);
}

function tablesIn(lattices: readonly Lattice[], all: readonly Fragment[]): readonly LatticeTable[] {
  const inside = lattices.map(({ box }) => all.filter((one) => isIn(box, one)));
  return lattices.flatMap((one, at) => {
    const others = new Set(inside.filter((_, i) => i !== at).flat());
    return (
      tableIn(
        one,
        inside[at] ?? [],
        all.filter((other) => !others.has(other)),
      ) ?? []
    );
  });
}

/** The region that has most of a table: columns of prose are found before it is. */
function homeOf(regions: readonly Region[], fragments: ReadonlySet<Fragment>): number {
  const shares = regions.map(
    (region) => region.flatMap((row) => row.fragments).filter((one) => fragments.has(one)).length,
  );
  return shares.indexOf(Math.max(...shares));
}

/** A region from the top: texts, each table where it begins, and the texts next to it after it. */
function partsOf(
  region: Region,
  tables: readonly LatticeTable[],
  taken: ReadonlySet<Fragment>,
): readonly (Region | Block)[] {
  const parts: (Region | Block)[] = [];
  const waiting = new Set(tables);
  let text: Region[number][] = [];
  let beside: Fragment[] = [];
  const flush = (): void => {
    if (text.length > 0) parts.push(text);
    if (beside.length > 0) parts.push(...regionsOf(beside));
    [text, beside] = [[], []];
  };
  for (const row of region) {
    const rest = row.fragments.filter((one) => !taken.has(one));
    if (rest.length === row.fragments.length) {
      if (beside.length > 0) flush();
      text.push(row);
      continue;
    }
    const begun = [...waiting].filter(({ fragments }) => row.fragments.some((one) => fragments.has(one)));
    if (begun.length > 0) flush();
    for (const table of begun) {
      const { block, title } = table;
      if (title.length > 0) parts.push(title);
      const heads = title.length > 0 ? [] : headsOver(parts, block);
      parts.push({ ...block, rows: [...heads, ...block.rows], heads: heads.length + (block.heads ?? 0) });
      waiting.delete(table);
    }
    beside.push(...rest);
  }
  flush();
  parts.push(...[...waiting].map(({ block }) => block));
  return parts;
}
