/**
 * Writes into docs/pipelines.md what the code knows better: the table of retrieval modes, and default and range of each
 * setting: `npm run docs:generate`. `libs/pipeline/src/docs.spec.ts` compares the page with the code.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './root.mts';

const { SETTING_REFERENCE } = await import('@quarry/pipeline');
const { MODE_TRAITS } = await import('@quarry/turn');

const PAGE = path.join(ROOT, 'docs/pipelines.md');
const BEGIN = '<!-- modes: npm run docs:generate -->';
const END = '<!-- /modes -->';

const page = await readFile(PAGE, 'utf8');
if (!page.includes(BEGIN) || !page.includes(END)) {
  throw new Error(
    `docs/pipelines.md lacks '${BEGIN}' or '${END}', between which the retrieval modes are written.`,
  );
}
await writeFile(PAGE, withSettings(withModes(page)));

function withModes(text: string): string {
  const rows = Object.entries(MODE_TRAITS).map(
    ([mode, { byMeaning, byWords, ranking }]) =>
      `| \`${mode}\` | ${yes(byMeaning)} | ${yes(byWords)} | ${ranking} |`,
  );
  const table = [
    '| mode | needs vectors | needs BM25 artifacts | ranks |',
    '| --- | --- | --- | --- |',
    ...rows,
  ];
  const [before = ''] = text.split(BEGIN);
  const after = text.slice(text.indexOf(END));
  return `${before}${BEGIN}\n\n${table.join('\n')}\n\n${after}`;
}

function yes(holds: boolean): string {
  return holds ? 'yes' : 'no';
}

/** A new setting gets its row by hand, at its place among the others and with its links. */
function withSettings(text: string): string {
  const begin = text.indexOf('\n## Settings\n');
  const settings = SETTING_REFERENCE.reduce((written, setting) => {
    const standard = setting.default === undefined ? 'none' : `\`${JSON.stringify(setting.default)}\``;
    const row = new RegExp(`^\\| \`${setting.name.replaceAll('.', '\\.')}\` \\|[^|\\n]*\\|[^|\\n]*\\|`, 'm');
    return written.replace(row, () => `| \`${setting.name}\` | ${standard} | ${setting.range} |`);
  }, text.slice(begin));
  return text.slice(0, begin) + settings;
}
