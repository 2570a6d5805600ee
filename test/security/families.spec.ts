import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';
import { ATTACK_SPECS, type AttackSpec } from './families';

const PAGE = readFileSync(join(ROOT, 'docs/security-tests.md'), 'utf8');
const SPECS: readonly (readonly [string, AttackSpec])[] = Object.entries(ATTACK_SPECS);

/** Rows of the page: family, cases and file. */
const ROWS = PAGE.split('\n').flatMap((line) => {
  const [, family, , cases = '', , file] = line.split('|').map((cell) => cell.trim());
  return family !== undefined && /^T\d+$/.test(family)
    ? [{ family, cases, file: /`([^`]+)`/.exec(file ?? '')?.[1] ?? '' }]
    : [];
});

describe('the attack table of docs/security-tests.md', () => {
  it('has a row for every spec, with the cases that the spec counts', () => {
    const expected = SPECS.map(([file, { family, cases }]) => ({
      family,
      cases: typeof cases === 'number' ? shown(cases) : `≥ ${shown(cases.least)}`,
      file,
    }));
    const byFile = (rows: typeof ROWS): typeof ROWS => rows.toSorted((a, b) => (a.file < b.file ? -1 : 1));
    expect(byFile(ROWS)).toEqual(byFile(expected));
  });

  it('leaves out none of the families', () => {
    const families = [...Array.from({ length: 20 }, (_, at) => `T${at + 1}`), 'T21', 'T24'];
    expect(new Set(ROWS.map(({ family }) => family))).toEqual(new Set(families));
  });

  it.each(SPECS)('%s is there, and counts its cases', (file) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(
      new RegExp(`new AttackFamily\\(\\s*'${file}'[^]*\\.counted\\(|counted\\('${file}'`),
    );
  });
});

function shown(count: number): string {
  return count.toLocaleString('en-US');
}
