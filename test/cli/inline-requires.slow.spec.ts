import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';

const PLUGIN = pathToFileURL(join(__dirname, '../../apps/cli/inline-requires.mts')).href;
const COMPILED = '/quarry/libs/turn/dist/a.js';

/** Transforms a module with the plugin, as the bundler does. */
function transformed(code: string, id = COMPILED): string | null {
  const script = `
    import { parseAst } from 'vite';
    import { inlineRequires } from ${JSON.stringify(PLUGIN)};
    const result = inlineRequires.transform.call({ parse: parseAst }, ${JSON.stringify(code)}, ${JSON.stringify(id)});
    process.stdout.write(JSON.stringify(result?.code ?? null));`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' })) as
    string | null;
}

/** Runs a transformed module. Returns its exports, and the modules in the order in which they are loaded. */
function run(code: string) {
  const loaded: string[] = [];
  const require = (name: string) => {
    loaded.push(name);
    return { A: class {}, double: (n: number) => 2 * n };
  };
  const exports: Record<string, () => unknown> = {};
  runInNewContext(transformed(code) ?? '', { require, exports });
  return { exports, loaded };
}

it('loads a module once, when it is first used', () => {
  const { exports, loaded } = run(`
    const one_1 = require("one");
    const two_1 = require("two");
    exports.double = () => (0, one_1.double)(21);
    exports.made = () => new two_1.A() instanceof two_1.A;`);
  expect(loaded).toEqual([]);
  expect([exports['double']?.(), exports['double']?.()]).toEqual([42, 42]);
  expect(loaded).toEqual(['one']);
  expect(exports['made']?.()).toBe(true);
  expect(loaded).toEqual(['one', 'two']);
});

it('loads at once what a module uses at once, or imports for its side effects', () => {
  const { exports, loaded } = run(`
    require("effect");
    const one_1 = require("one");
    const two_1 = require("two");
    class B extends two_1.A {}
    exports.double = () => one_1.double(1);`);
  expect(loaded).toEqual(['effect', 'two']);
  expect(exports['double']?.()).toBe(2);
});

it('leaves properties and texts with such a name alone', () => {
  const { exports, loaded } = run(`
    const one_1 = require("one");
    exports.text = () => "one_1.double" + ({ a: 'one_1' }).a;
    exports.used = () => one_1.double(2);`);
  expect(exports['text']?.()).toBe('one_1.doubleone_1');
  expect(loaded).toEqual([]);
  expect(exports['used']?.()).toBe(4);
});

it('serves modules that import each other: a function is there before its module has run', () => {
  const { exports } = run(`
    exports.early = early;
    exports.result = () => exports.first;
    exports.first = early();
    const one_1 = require("one");
    function early() { return (0, one_1.double)(4); }`);
  expect(exports['result']?.()).toBe(8);
});

it('leaves modules alone that TypeScript did not write', () => {
  const code = 'const one_1 = require("one");';
  expect(transformed(code, '/quarry/node_modules/ioredis/built/index.js')).toBeNull();
  expect(transformed(code, '/quarry/node_modules/@nestjs/core/index.js')).not.toBeNull();
});
