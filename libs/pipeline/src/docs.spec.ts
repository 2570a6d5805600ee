import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODE_TRAITS } from '@quarry/turn';
import { SETTING_REFERENCE } from './index';
import { PROMPT_VARIABLES } from './prompt';

const page = readFileSync(join(__dirname, '../../../docs/pipelines.md'), 'utf8');

/** Rows of the table below `heading`, cells without back-ticks and surrounding white space. */
function table(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The page's words without its links: `See [x](y).` is left out, other links become their text. */
function unlinked(meaning: string): string {
  return meaning.replace(/ See \[[^\]]*\]\([^)]*\)\./g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

describe('docs/pipelines.md', () => {
  it('has every setting with its default and range, and no other', () => {
    const rows = table('Settings');
    expect(rows.map(([name, standard, range]) => [name, standard, range]).sort()).toEqual(
      SETTING_REFERENCE.map((setting) => [
        `\`${setting.name}\``,
        setting.default === undefined ? 'none' : `\`${JSON.stringify(setting.default)}\``,
        setting.range,
      ]).sort(),
    );
    for (const row of rows) expect(row[3]?.length).toBeGreaterThan(10);
  });

  it('describes every setting like the console and `quarry pipelines show`', () => {
    const meanings = table('Settings').map(([name, , , meaning]) => [name, unlinked(meaning ?? '')]);
    expect(meanings.sort()).toEqual(
      SETTING_REFERENCE.map(({ name, meaning }) => [`\`${name}\``, meaning]).sort(),
    );
  });

  it('has every retrieval mode with what it needs and how it ranks (npm run docs:generate)', () => {
    expect(table('Retrieval modes')).toEqual(
      Object.entries(MODE_TRAITS).map(([mode, { byMeaning, byWords, ranking }]) => [
        `\`${mode}\``,
        byMeaning ? 'yes' : 'no',
        byWords ? 'yes' : 'no',
        ranking,
      ]),
    );
  });

  it('has every prompt variable, and no other', () => {
    expect(table('Prompts').map(([name]) => name)).toEqual(PROMPT_VARIABLES.map((name) => `\`${name}\``));
  });
});
