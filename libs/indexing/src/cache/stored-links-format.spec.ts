import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINKS_FORMAT } from './stored-links';

/**
 * What an earlier version stored about a linked graph must not be mixed with what this one finds out. After a change of
 * the linker, raise `LINKS_FORMAT`, and write the digest that the failure names.
 */
const LINKER = { format: 11, digest: '800461126deb2731' };

function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    if (name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      hash.update(readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' '));
  return hash.digest('hex').slice(0, 16);
}

describe('what is stored about a linked graph', () => {
  it('belongs to this linker', () => {
    const digest = createHash('sha256')
      .update(['../link', '../flow'].map((folder) => digestOf(join(__dirname, folder))).join())
      .digest('hex')
      .slice(0, 16);
    expect({ format: LINKS_FORMAT, digest }).toEqual(LINKER);
  });
});
