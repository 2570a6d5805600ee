import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BGE_SMALL, MINILM } from '@quarry/embedder';
import { modelDir, readConfig } from '@quarry/platform';
import { RecordedTerminal } from '../testing/recorded-terminal';
import { keepEmbedder } from './keep-model';

describe('the embedding model of a user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-embedder-'));
  const file = join(folder, 'settings.env');
  const { QUARRY_SETTINGS: before, EMBEDDER_URL: url } = process.env;
  beforeAll(() => {
    process.env['QUARRY_SETTINGS'] = file;
    delete process.env['EMBEDDER_URL'];
  });
  afterAll(() => {
    if (before === undefined) delete process.env['QUARRY_SETTINGS'];
    else process.env['QUARRY_SETTINGS'] = before;
    if (url !== undefined) process.env['EMBEDDER_URL'] = url;
    rmSync(folder, { recursive: true });
  });

  it('is stored for every command, and the default needs no setting', async () => {
    const terminal = new RecordedTerminal();
    await keepEmbedder(BGE_SMALL, terminal);
    const { embedderUrl } = readConfig({ dataDir: folder }, { QUARRY_SETTINGS: file });
    expect(embedderUrl).toBe(`bge-small:${modelDir(BGE_SMALL)}`);
    expect(modelDir(BGE_SMALL)).not.toBe(modelDir(MINILM));
    expect(terminal.said.err).toContain('quarry index PATH --rebuild');
    await keepEmbedder(MINILM, terminal);
    expect(existsSync(file)).toBe(false);
    expect(readConfig({ dataDir: folder }, { QUARRY_SETTINGS: file }).embedderUrl).toBe(
      `minilm:${modelDir()}`,
    );
  });
});
