import { existsSync } from 'node:fs';
import path from 'node:path';

/** Injection token of the folder that the build of apps/console wrote. */
export const CONSOLE_FOLDER = Symbol('console folder');

/** The folder, seen from sources and from their build alike. */
export const CONSOLE_DIST = path.resolve(__dirname, '../../../console/dist');

/** Whether the console is built. Checked each time, since it can be built while the gateway runs. */
export function isConsoleBuilt(folder: string): boolean {
  return existsSync(path.join(folder, 'index.html'));
}

/** Instead of a console that is not there. */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Quarry</title>
<h1>The console is not built</h1>
<p>This gateway runs, but its web page was not built. <code>./quarry serve</code> builds it; by hand, in the folder of Quarry:
<code>npx vite build apps/console</code>. Then load this page again: the gateway need not be restarted.</p>
<p>The API works without it: <a href="/docs">/docs</a> describes it.</p>
</html>
`;

/**
 * Scripts, styles and calls of this gateway alone, and no inline ones: what an answer could smuggle into the page finds nothing to run it,
 * and nowhere to send anything. Pages of PDF files are drawn in the browser: pictures from memory, by a worker.
 */
export const CONSOLE_SECURITY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
