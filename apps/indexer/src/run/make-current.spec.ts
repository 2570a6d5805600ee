import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@quarry/platform';
import { makeCurrent } from './make-current';

describe('makeCurrent', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-current-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('says what questions are about where something else was indexed before', async () => {
    const notes: string[] = [];
    const config = readConfig({ dataDir, logLevel: 'silent' }, {});
    for (const [repository, root] of [
      ['prom', '/a/prom'],
      ['prom', '/a/prom'],
      ['prom', '/b/prom'],
      ['tables', '/b/tables'],
    ] as const)
      await makeCurrent(
        config,
        { repository, snapshot: 'current', root },
        { note: (text) => notes.push(text) },
      );
    expect(notes).toEqual([
      `prom in ${dataDir} is now read from /b/prom; before, it was read from /a/prom.`,
      `${dataDir} has several repositories: a question is about all of them, unless it names one, such as --repository tables.`,
    ]);
  });
});
