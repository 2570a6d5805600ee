/** `npm run bench:tables -- FOLDER [held.jsonl]`: see README.md. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cellsOfFile } from './filing.ts';
import { faultsOf, type Fault, type TrueCell } from './judge.ts';

const [folder = '', set = 'truth.jsonl'] = process.argv.slice(2);
const lines = readFileSync(new URL(set, import.meta.url), 'utf8')
  .trim()
  .split('\n');
const truths = lines.map((line) => JSON.parse(line) as TrueCell);
const counts = new Map<Fault | 'right' | 'cells', number>();
const count = (what: Fault | 'right' | 'cells'): unknown => counts.set(what, (counts.get(what) ?? 0) + 1);
for (const [file, cells] of Map.groupBy(truths, (truth) => truth.file)) {
  const path = resolve(folder, file);
  if (!existsSync(path))
    throw new Error(`${file} is not in '${folder}': README.md says where each filing is from.`);
  const found = await cellsOfFile(path);
  for (const truth of cells) {
    const faults = faultsOf(truth, found);
    count('cells');
    if (faults.length === 0) count('right');
    for (const [fault, instead] of faults) {
      count(fault);
      const right = {
        heads: truth.heads.join(' › '),
        label: truth.label,
        value: truth.text,
        unit: truth.unit,
      };
      const wanted = fault in right ? right[fault as keyof typeof right] : truth.text;
      process.stderr.write(
        `${fault}: ${file} p. ${truth.page} '${truth.label}' ${truth.text}: '${wanted}', not '${instead}'\n`,
      );
    }
  }
}
process.stdout.write(`${[...counts].map(([what, many]) => `${what} ${many}`).join(', ')}\n`);
