import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csharp } from '../languages/csharp';
import { java } from '../languages/java';
import { readContent } from './file-content';

describe('files that are read again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-read-'));
  const source = (path: string) => ({ path, absolute: join(folder, path), bytes: 0, modified: false });
  const PATHS = ['A.java', 'A.cs', 'README.md'];
  const hashes = async () =>
    (await Promise.all(PATHS.map((path) => readContent(source(path))))).map(({ hash }) => hash);

  beforeAll(() => {
    for (const path of PATHS) writeFileSync(join(folder, path), 'class A {}');
  });
  afterAll(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('are only those of a language whose version was raised', async () => {
    for (const language of [java, csharp]) jest.replaceProperty(language, 'version', 0);
    const before = await hashes();
    // The version of Markdown is its own.
    expect(before[0]).toBe(before[1]);
    expect(before[2]).not.toBe(before[1]);
    jest.replaceProperty(java, 'version', 1);
    const raised = await hashes();
    expect(raised.slice(1)).toEqual(before.slice(1));
    expect(raised[0]).not.toBe(before[0]);
    jest.replaceProperty(java, 'version', 2);
    expect([before[0], raised[0]]).not.toContain((await hashes())[0]);
  });
});
