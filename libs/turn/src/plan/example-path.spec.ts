import { isExamplePath } from './example-path';

describe('isExamplePath', () => {
  it.each([
    ['samples/Shop/Program.cs', true],
    ['packages/core/examples/basic.ts', true],
    ['docs/conf.py', true],
    ['sandbox/client.js', true],
    ['bench/index.js', true],
    // A tool that measures is no benchmark of itself.
    ['src/benchmark/run.rs', false],
    ['lib/docs/parser.ts', false],
    ['example.py', false],
    ['src/sampler/mod.rs', false],
  ])('%s: %s', (path, expected) => {
    expect(isExamplePath(path)).toBe(expected);
  });
});
