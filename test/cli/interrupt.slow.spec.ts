import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startScriptedModel } from '../scripted-model/server';
import { GatedEmbedder } from './gated-embedder';
import { expectNoStack, expectRefusal, ROOT, SHOP, Workplace } from './quarry';

describe('Ctrl-C, and two at once', () => {
  const at = new Workplace();
  let embedder: GatedEmbedder;
  let env: Record<string, string>;
  beforeAll(async () => {
    embedder = await GatedEmbedder.start();
    env = { EMBEDDER_URL: embedder.url('gated') };
  });
  afterAll(async () => {
    await embedder.stop();
    at.remove();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s during index: says so, 130, and the next run completes',
    async (signal) => {
      const folder = at.write(`shop-${signal}`, SHOP);
      embedder.shutGate();
      const running = at.start(['index', folder], { env });
      await embedder.arrival();
      running.child.kill(signal);
      const ended = await running.ended;
      embedder.openGate();
      expect(ended).toMatchObject({ code: 130, out: '' });
      expect(ended.err).toContain('interrupted, closing');
      expect(ended.err).toContain('run it again to resume');
      expectNoStack(ended);
      const next = await at.run(['index', folder, '--json'], { env });
      expect(JSON.parse(next.out)).toMatchObject({ files: 3, pendingVectors: 0 });
      expect((await at.run(['ask', 'value added tax', '-q'], { cwd: folder, env })).code).toBe(0);
    },
  );

  it('SIGTERM ends a service in time, also where closing waits for what never comes', async () => {
    // The terminal of the built program, in a process that does nothing else and never closes.
    const stuck = `const { Terminal } = require(process.argv[1]);
      const terminal = new Terminal();
      terminal.listen();
      terminal.endWithin(200);
      setInterval(() => undefined, 1_000);
      terminal.err('up');`;
    const child = spawn(process.execPath, ['-e', stuck, join(ROOT, 'apps/cli/dist/terminal.js')]);
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      if (err === 'up') child.kill('SIGTERM');
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('not closed within 0.2 s') });
  });

  it('kill -9 during index: the next run completes', async () => {
    const folder = at.write('shop-killed', SHOP);
    embedder.shutGate();
    const running = at.start(['index', folder], { env });
    await embedder.arrival();
    running.child.kill('SIGKILL');
    await running.ended;
    embedder.openGate();
    const next = await at.run(['index', folder, '--json'], { env });
    expect(JSON.parse(next.out)).toMatchObject({ files: 3, pendingVectors: 0 });
  });

  it('a second run on the same index is refused; the first one is not disturbed', async () => {
    const folder = at.write('shop-busy', SHOP);
    embedder.shutGate();
    const first = at.start(['index', folder, '--json'], { env });
    await embedder.arrival();
    for (const args of [[], ['--rebuild']])
      expectRefusal(
        await at.run(['index', folder, '--no-vectors', ...args]),
        1,
        'index_busy',
        'wait until it finishes',
      );
    embedder.openGate();
    const ended = await first.ended;
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out)).toMatchObject({ files: 3, pendingVectors: 0 });
    expect((await at.run(['ask', 'value added tax', '-q'], { cwd: folder, env })).code).toBe(0);
  });

  it('Ctrl-C during ask: the turn ends as cancelled and is kept; the index stays', async () => {
    const folder = at.write('shop-ask', SHOP);
    expect((await at.run(['index', folder])).code).toBe(0);
    const model = await startScriptedModel({ replies: [{ fault: { kind: 'hang' } }] });
    try {
      const chat = { QUARRY_CHAT_BASE_URL: model.baseUrl, QUARRY_CHAT_MODEL: 'scripted-1' };
      const running = at.start(['ask', 'value added tax'], { cwd: folder, env: chat });
      while (model.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      running.child.kill('SIGINT');
      const ended = await running.ended;
      expect(ended).toMatchObject({ code: 130, out: '' });
      expect(ended.err).toContain('interrupted, closing');
      expect(ended.err).toContain('stopped: the turn was cancelled');
      expectNoStack(ended);
    } finally {
      await model.close();
    }
    const listed = await at.run(['turns', 'list', '--json'], { cwd: folder });
    expect(JSON.parse(listed.out)).toMatchObject([{ outcome: 'cancelled' }]);
    expect((await at.run(['ask', 'value added tax', '-q'], { cwd: folder })).code).toBe(0);
  });
});
