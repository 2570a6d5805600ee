import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = path.resolve(__dirname, '../scripts/words.mts');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-words-'));
  mkdirSync(path.join(folder, 'docs'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

async function check(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly lines: string[] }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code), lines: out.split('\n').filter(Boolean) }),
    );
  });
}

it('passes the documentation and the checked sources of this repository', async () => {
  expect(await check()).toEqual({ code: 0, lines: [] });
});

it('finds a planted phrase in README.md and below docs/, also across a line break, with what to write instead', async () => {
  put('README.md', '# A\n\nThe index is built anew.\n');
  put('docs/b.md', 'A user\n\n- is\n  told the result.\n');
  const { code, lines } = await check(folder);
  expect(code).toBe(1);
  expect(lines).toEqual([
    "README.md:3: 'anew': write again, or re-: rebuild, reindex",
    "docs/b.md:3: 'is told': write receives, is notified, sees",
  ]);
});

it('finds a line of prose that is too long, and no table, code, heading or line that cannot be wrapped', async () => {
  const long = 'word '.repeat(30).trim();
  put(
    'docs/c.md',
    `${long}\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\n# ${long}\n\n- [x](${'a'.repeat(130)})\n`,
  );
  expect(await check(folder)).toEqual({ code: 1, lines: ['docs/c.md:1: 149 characters: wrap at 120'] });
});

it('finds a line of a comment that is too long, and no code or text of that length', async () => {
  const long = 'word '.repeat(30).trim();
  put(
    'e.ts',
    `/** ${long} */\n\n// ${long}\nconst text = '${long}';\n/*\n * ${long}\n */\n// ${'a'.repeat(130)}\n`,
  );
  const { code, lines } = await check(folder, '*.ts');
  expect(code).toBe(1);
  expect(lines.map((line) => line.replace(/\d+ characters/, 'N characters'))).toEqual([
    'e.ts:1: N characters: wrap at 120',
    'e.ts:3: N characters: wrap at 120',
    'e.ts:6: N characters: wrap at 120',
  ]);
});

it('passes over code and the targets of links', async () => {
  put('docs/d.md', 'See [it](anew.md) and `whoever`.\n\n```\nmended anew\n```\n\n~~~not code~~~\n');
  expect(await check(folder)).toEqual({ code: 0, lines: [] });
});

it('reads comments and strings of sources that it is given', async () => {
  put('e.ts', "/** Built anew. */\nconst anew = 'for people'; // whoever\n");
  const { lines } = await check(folder, '*.ts');
  expect(lines.map((line) => line.split(': write')[0])).toEqual([
    "e.ts:1: 'anew'",
    "e.ts:2: 'for people'",
    "e.ts:2: 'whoever'",
  ]);
});

it('fails where there is nothing to check', async () => {
  expect(await check(folder, 'none/*.md')).toMatchObject({ code: 1 });
});
