/** `npm run bench:edges -- pycg FOLDER`: see README.md. */
import { parseArgs } from 'node:util';
import { loadLanguages } from '@quarry/indexing';
import { pycg } from './pycg.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: false } },
});
const [truth, folder] = positionals;
if (truth === undefined || folder === undefined)
  throw new Error('Name the truth and a folder: npm run bench:edges -- pycg FOLDER');
await loadLanguages();
process.stdout.write('| Edges | Recall | Precision |\n| --- | --- | --- |\n');
process.stdout.write(pycg(folder, values.verbose));
