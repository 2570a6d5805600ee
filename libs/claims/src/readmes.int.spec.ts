import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Evidence } from '@quarry/turn';
import { verdictsOf } from './verdicts-of';

const MODULES = resolve(__dirname, '../../../node_modules');
/** Packages that this repository uses, whose README has tables, badges, HTML and nested lists. */
const PACKAGES = ['ajv', 'bl', 'minipass', 'picomatch', 'js-yaml', 'helmet', 'punycode', 'keyv'];

function readmeOf(name: string): string | null {
  const folder = join(MODULES, name);
  const file = readdirSync(folder).find((entry) => /^readme\.md$/i.test(entry));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8');
}

function evidenceOf(text: string): Evidence {
  return {
    ...{ id: 'readme', n: 1, pass: 1, kind: 'chunk', text, path: 'README.md', startLine: 1 },
    ...{ endLine: text.split('\n').length, relevance: 1, foundBy: 'bm25', query: '' },
  };
}

it.each(PACKAGES)('what the README of %s says is supported by it', (name) => {
  const text = readmeOf(name);
  if (text === null) throw new Error(`${name} has no README`);
  const verdicts = verdictsOf(text, [evidenceOf(text)]);
  expect(verdicts.length).toBeGreaterThan(5);
  const others = verdicts.filter(({ status }) => status !== 'supported');
  expect(others.map(({ statement, status, why }) => [statement.body, status, why])).toEqual([]);
});

it.each(PACKAGES)(
  'no statement of the README of %s is a badge, a tag, a heading or a head of a table',
  (name) => {
    const text = readmeOf(name) ?? '';
    const heads = new Set(text.split('\n').filter((line) => /^#{1,6} /.test(line)));
    for (const { statement } of verdictsOf(text, [evidenceOf(text)])) {
      expect(statement.body).toMatch(/[\p{L}\p{N}]/u);
      if (statement.kind !== 'sentence') continue;
      expect(statement.body).not.toMatch(/^!?\[!\[[^\]]*\]\([^)]*\)\]\([^)]*\)$/);
      expect(statement.body).not.toMatch(/^\s*<\/?\w+[^<>]*>\s*$/);
      expect(heads.has(statement.body)).toBe(false);
    }
  },
);
