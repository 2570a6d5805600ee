import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');

/** Where checks and their tools cache results of the last run; `npm ci` clears it. */
export const CACHE = path.join(ROOT, 'node_modules/.cache/quarry');
