export interface Range {
  /** `page 7` or `pages 7–20`. */
  readonly label: string;
  readonly many: boolean;
}

/** Groups consecutive page numbers into ranges. */
export function ranges(numbers: readonly number[]): Range[] {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) =>
    first === last
      ? { label: `page ${first}`, many: false }
      : { label: `pages ${first}–${last}`, many: true },
  );
}
