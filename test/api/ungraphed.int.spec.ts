import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexFixture } from '../scenarios/index-fixture';
import { call, startGateway } from './gateway-under-test';

describe('a code graph without the language of some files', () => {
  it('says so, where a name is not found in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-plugin-'));
    await writeFile(join(folder, 'send.lua'), 'function send() end');
    await writeFile(join(folder, 'total.rb'), 'def total = 1');
    const indexed = await indexFixture(folder);
    const gateway = await startGateway(indexed.dataDir);
    try {
      const { body } = await call(gateway.url, 'GET /v1/graph/callers?name=send');
      expect(body).toMatchObject({ status: 'unknown_name' });
      expect((body as { summary: string }).summary).toContain('does not read Lua (1 file)');
      const ruby = await call(gateway.url, 'GET /v1/graph/callers?name=total');
      expect(ruby.body).toMatchObject({ status: 'found', total: 0 });
    } finally {
      await gateway.close();
      await indexed.remove();
      await rm(folder, { recursive: true });
    }
  });
});
