/**
 * Lints an OpenAPI document with Redocly's recommended rules: `node scripts/lint-openapi.mts FILE`. Prints one line per
 * problem, and exits with 1 if there is one.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Rules that do not apply, and why. */
const OFF = {
  // Health checks and MCP report errors in their own formats.
  'operation-4xx-response': 'off',
  // Stream events are described for generated clients. OpenAPI 3.1 cannot reference them.
  'no-unused-components': 'off',
} as const;

const file = path.resolve(process.argv[2] ?? 'openapi.json');
const problems = await lintFromString({
  source: readFileSync(file, 'utf8'),
  absoluteRef: file,
  config: await createConfig({ extends: ['recommended'], rules: OFF }),
});
for (const { severity, ruleId, message, location } of problems)
  process.stdout.write(`${severity} ${ruleId}: ${message} ${String(location[0]?.pointer)}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
