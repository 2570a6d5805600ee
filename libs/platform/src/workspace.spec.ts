import { mkdtempSync, promises, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkspace, SnapshotResolver, writeWorkspace } from './workspace';

const settings = { repository: '', active_index: 'current' };

describe('the workspace of a data folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'quarry-workspace-'));
  });

  it('is remembered', async () => {
    expect(await readWorkspace(dataDir)).toBeNull();
    await writeWorkspace(dataDir, { repository: 'shop', snapshot: 'v2', root: '/src/shop' });
    expect(await readWorkspace(dataDir)).toEqual({ repository: 'shop', snapshot: 'v2', root: '/src/shop' });
  });

  it('says how to repair a damaged one', async () => {
    writeFileSync(join(dataDir, 'workspace.json'), '{');
    await expect(readWorkspace(dataDir)).rejects.toMatchObject({ code: 'index_damaged' });
  });

  it('of another user is not taken for one where nothing was indexed', async () => {
    await writeWorkspace(dataDir, { repository: 'shop', snapshot: 'v2', root: null });
    const read = jest.spyOn(promises, 'readFile');
    read.mockRejectedValueOnce(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }));
    await expect(readWorkspace(dataDir)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('belongs to another user') as string,
    });
    read.mockRestore();
  });

  it('resolves what a pipeline means: its own names first, then the configured repository, then what was indexed last', async () => {
    await writeWorkspace(dataDir, { repository: 'shop', snapshot: 'v2', root: null });
    const resolver = new SnapshotResolver(dataDir);
    expect(await resolver.resolve(settings)).toEqual({ repository: 'shop', snapshot: 'v2' });
    expect(await resolver.resolve({ repository: '', active_index: 'v1' })).toEqual({
      repository: 'shop',
      snapshot: 'v1',
    });
    expect(await resolver.resolve({ repository: 'other', active_index: 'current' })).toEqual({
      repository: 'other',
      snapshot: 'current',
    });
    expect(await new SnapshotResolver(dataDir, 'set').resolve(settings)).toEqual({
      repository: 'set',
      snapshot: 'current',
    });
  });

  it('says that nothing is indexed yet', async () => {
    await expect(new SnapshotResolver(dataDir).resolve(settings)).rejects.toMatchObject({
      code: 'index_missing',
    });
  });
});
