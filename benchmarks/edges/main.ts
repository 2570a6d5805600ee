/** `npm run bench:edges -- pycg|scip|typescript FOLDER …`: see README.md. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadLanguages } from '@quarry/indexing';
import { pycg } from './pycg.ts';
import { scip } from './scip.ts';
import { typescript } from './typescript.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: false } },
});
const TRUTHS = { pycg, scip, typescript };
const [truth, ...folders] = positionals;
if ((truth !== 'pycg' && truth !== 'scip' && truth !== 'typescript') || folders.length === 0)
  throw new Error('Name the truth and its folders: npm run bench:edges -- pycg|scip|typescript FOLDER …');
await loadLanguages();
process.stdout.write('| Edges | Recall | Precision |\n| --- | --- | --- |\n');
for (const folder of folders) process.stdout.write(TRUTHS[truth](resolve(folder), values.verbose));
