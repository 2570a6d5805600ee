import './compile-cache';
import { createRequire } from 'node:module';
import { COMMANDS } from './command-table';

/**
 * The program that `./quarry` starts, as one bundle (`apps/cli/vite.config.mts`): commands that end soon run from the
 * bundle, and the others from the output of the compiler (ADR 25).
 */
const [name] = process.argv.slice(2);
const command = Object.values(COMMANDS)
  .flat()
  .find((entry) => entry.name === name);
if (command?.unbundled === true) createRequire(__filename)('./main');
else void import('./main.js');
