/**
 * Lets a child process of a test run TypeScript files: `node --conditions=quarry-source -r typescript-hook.cjs x.ts`.
 *
 * A test run starts hundreds of them, and compiling the same sources again was half of the CPU time of each start. What
 * was compiled is kept below `node_modules/.cache`, one file for each source; where that cannot be read or written,
 * sources are compiled again.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const path = require('node:path');
const { version } = require('@swc/core/package.json');

const OPTIONS = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs' },
  configFile: false,
  swcrc: false,
};
const KEPT = path.join(__dirname, '../../../../node_modules/.cache/quarry-sources');
const COMPILER = `${version} ${JSON.stringify(OPTIONS)}`;

const hashOf = (...parts) => createHash('sha256').update(parts.join('\0')).digest('hex');

enableCompileCache();

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  module._compile(compiled(filename, source), filename);
};

function compiled(filename, source) {
  const file = path.join(KEPT, `${hashOf(filename)}.js`);
  const head = `// ${hashOf(COMPILER, source)}\n`;
  const kept = attempt(() => readFileSync(file, 'utf8'));
  if (kept?.startsWith(head)) return kept.slice(head.length);
  const { transformSync } = require('@swc/core');
  const { code } = transformSync(source, { ...OPTIONS, filename });
  attempt(() => {
    mkdirSync(KEPT, { recursive: true });
    // Renamed, so that no other process reads a part of it.
    const part = `${file}.${process.pid}`;
    writeFileSync(part, head + code);
    renameSync(part, file);
  });
  return code;
}

/** Undefined if it fails. */
function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}
