import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { QUESTIONS } from './questions';

const ROOT = resolve(__dirname, '../..');

// The journeys check it too, many minutes later.
it.each([
  ['quarry', ROOT],
  ['dotnet-shop', join(ROOT, 'test/fixtures/dotnet-shop/app')],
] as const)('the gold places of the questions about %s exist', (name, root) => {
  const gold = QUESTIONS[name].flatMap((question) => question.gold);
  expect(gold.length).toBeGreaterThan(0);
  expect(gold.filter(({ path, holds }) => !readFileSync(join(root, path), 'utf8').includes(holds))).toEqual(
    [],
  );
});
