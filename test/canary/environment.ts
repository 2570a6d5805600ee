// linted as: libs/engine/src/canary.ts
// expected on every line of code: no-restricted-syntax
import { env } from 'node:process';
export const home = process.env['HOME'] ?? env['HOME'];
