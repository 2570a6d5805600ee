/**
 * Verifies the lint rules: the rule that a file in test/canary names must refuse every code line of that file. Detects
 * a rule that is switched off, or that is skipped without a project graph.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ESLint } from 'eslint';
import { ROOT } from './root.mts';

const folder = path.join(ROOT, 'test/canary');

const eslint = new ESLint({
  cwd: ROOT,
  ignore: false,
  // The file that a canary stands for does not exist, so no type-aware program contains it.
  overrideConfig: { languageOptions: { parserOptions: { project: null } } },
  ruleFilter: ({ ruleId }) =>
    ['@nx/enforce-module-boundaries', 'no-restricted-syntax', 'quarry/pure-lane'].includes(ruleId),
});

async function silentLines(file: string): Promise<readonly string[]> {
  const code = await readFile(path.join(folder, file), 'utf8');
  const place = /^\/\/ linted as: (\S+)$/m.exec(code)?.[1];
  const rule = /^\/\/ expected on every line of code: (\S+)$/m.exec(code)?.[1];
  if (place === undefined || rule === undefined) return [`${file}: no "linted as" or no "expected" comment`];

  const [result] = await eslint.lintText(code, { filePath: path.join(ROOT, place) });
  const hit = new Set(
    result?.messages.filter((message) => message.ruleId === rule).map((message) => message.line),
  );
  return code
    .split('\n')
    .flatMap((text, index) =>
      text === '' || text.startsWith('//') || hit.has(index + 1)
        ? []
        : [`${file}:${index + 1}: ${rule} accepted in ${place}: ${text}`],
    );
}

const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
const silent = (await Promise.all(files.map(silentLines))).flat();
for (const line of silent) console.error(line);
if (files.length === 0) console.error(`no canary in ${folder}`);
process.exitCode = silent.length === 0 && files.length > 0 ? 0 : 1;
