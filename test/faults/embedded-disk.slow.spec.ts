import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOP, Workplace, type Running } from '../cli/quarry';
import { describeWithSmallDisk, SmallDisk } from './small-disk';
import { PASSAGES } from '../passages';

const QUESTION = 'Where is the value added tax computed?';

/** The file in which `quarry serve` notes what it has accepted. */
describe('the file of accepted turns', () => {
  const at = new Workplace();
  const env = { EMBEDDER_URL: 'none', QUARRY_STORE_WAIT: '1' };
  afterAll(() => at.remove());

  const serve = async (data: string): Promise<{ readonly running: Running; readonly url: string }> => {
    const running = at.start(['serve', '--port', '0', '--data', data], { env });
    await running.said('API at ');
    return { running, url: /API at (http:\/\/[\w.:[\]]+)/.exec(running.soFar())?.[1] ?? '' };
  };
  const post = (url: string, more: object = {}): Promise<Response> =>
    fetch(`${url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: QUESTION, ...more }),
    });
  const index = async (data: string): Promise<void> => {
    const source = at.write('source', SHOP);
    expect(await at.run(['index', source, '--data', data], { env })).toMatchObject({ code: 0 });
  };

  it('a second quarry serve on a data folder is refused, with every way out; the first is not disturbed', async () => {
    const data = at.path('shared');
    await index(data);
    const { running, url } = await serve(data);
    const second = await at.run(['serve', '--port', '0', '--data', data], { env });
    expect(second).toMatchObject({ code: 1, out: '' });
    expect(second.err).toContain(
      `waiting for the data folder (0 of 1 s): Another quarry serve runs on the data folder ${data}`,
    );
    expect(second.err).toContain(
      'Stop it, name another folder with --data, or share turns over Redis with --carrier bullmq',
    );
    expect(second.err).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    expect(await (await post(url, { wait: true })).json()).toMatchObject(PASSAGES);
    running.child.kill('SIGKILL');
    await running.ended;
    const { running: next } = await serve(data);
    next.child.kill('SIGTERM');
    await next.ended;
  });

  it('that is damaged is put aside: quarry serve begins without it, and says so in one sentence', async () => {
    const data = at.path('damaged');
    await index(data);
    writeFileSync(join(data, 'carrier.db'), 'no database '.repeat(1_000));
    const { running, url } = await serve(data);
    expect(running.soFar()).toMatch(
      /^note .*carrier\.db was damaged \(not a database\) and was moved to .*$/m,
    );
    expect(readdirSync(data)).toContainEqual(expect.stringMatching(/^carrier\.db\.damaged-\d{8}T\d{6}Z$/));
    expect(await (await post(url, { wait: true })).json()).toMatchObject(PASSAGES);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('is not made by quarry ask, nor by quarry serve --carrier memory', async () => {
    const data = at.path('memory');
    await index(data);
    expect(await at.run(['ask', QUESTION, '-q', '--data', data], { env })).toMatchObject({ code: 0 });
    const running = at.start(['serve', '--port', '0', '--data', data, '--carrier', 'memory'], { env });
    await running.said('API at ');
    running.child.kill('SIGTERM');
    await running.ended;
    expect(existsSync(join(data, 'carrier.db'))).toBe(false);
  });

  describeWithSmallDisk('on a full disk', () => {
    let disk: SmallDisk;
    const data = at.path('small');
    beforeAll(() => {
      disk = SmallDisk.mount(data, 4);
    });
    afterAll(() => disk.unmount());

    it('a question is refused at once, with the reason, and nothing of it is accepted; with room again it is answered', async () => {
      await index(data);
      const { running, url } = await serve(data);
      expect(await (await post(url, { wait: true })).json()).toMatchObject(PASSAGES);
      const known = await idsAt(url);
      disk.fill();
      for (let tries = 0; tries < 3; tries++) {
        const refused = await post(url);
        expect(refused.status).toBe(503);
        expect(refused.headers.get('content-type')).toContain('application/problem+json');
        expect(await refused.json()).toMatchObject({
          code: 'store_unavailable',
          detail:
            'The server cannot store new questions now: its disk is full. This question was not accepted; send it again later.',
        });
      }
      expect(running.soFar()).toMatch(/The disk of .+ is full .*carrier\.db .*cannot grow/);
      disk.grow(32);
      expect(await idsAt(url)).toEqual(known);
      expect(await (await post(url, { wait: true })).json()).toMatchObject(PASSAGES);
      running.child.kill('SIGTERM');
      expect((await running.ended).code).toBe(0);
    });
  });
});

async function idsAt(url: string): Promise<readonly string[]> {
  const { turns } = (await (await fetch(`${url}/v1/turns`)).json()) as {
    readonly turns: readonly { readonly id: string }[];
  };
  return turns.map(({ id }) => id);
}
