import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of this Quarry: a clone of the repository, or the package that npm installed. */
export const OWN_ROOT = resolve(__dirname, '../../..');

/** Whether this is the package `@quarry/cli` instead of a clone. */
export const isPackage = !existsSync(join(OWN_ROOT, 'package-lock.json'));

/** How to call this Quarry in a text: `quarry`, or `./quarry` in the folder of a clone. */
export const OWN_NAME = isPackage ? 'quarry' : './quarry';

/** The data folder of the demo: that of the clone. A package belongs to the system: its data is the user's. */
export const demoData = (): string =>
  isPackage ? join(homedir(), '.cache', 'quarry', 'demo') : join(OWN_ROOT, '.quarry');
