import { ungraphed } from './ungraphed';

describe('languages that the code graph does not read', () => {
  it.each([
    [[], ''],
    [['a.ts', 'README.md', 'Makefile'], ''],
    [['a.LUA'], 'Lua (1 file)'],
    [
      ['c.kt', 'a.lua', 'b.lua', 'd.kts', 'e.swift', 'x.toString'],
      'Kotlin (2 files), Lua (2 files) and Swift (1 file)',
    ],
  ])('%j: %s', (paths, expected) => {
    expect(ungraphed(paths)).toBe(expected);
  });
});
