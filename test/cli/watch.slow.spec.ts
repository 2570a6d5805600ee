import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatedEmbedder } from './gated-embedder';
import { expectRefusal, SHOP, Workplace } from './quarry';

describe('index --watch', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });

  const found = async (shop: string, words: string): Promise<string> =>
    (await at.run(['search', words, '--data', join(shop, '.quarry')])).out;

  it('keeps words, graph and removals up to date until Ctrl-C', async () => {
    const shop = at.write('shop', SHOP);
    const running = at.start(['index', shop, '--watch', '--no-vectors']);
    await running.said('watching ');
    writeFileSync(
      join(shop, 'src/discount.ts'),
      'export function discountOf(total: number) {\n  return total / 10;\n}\n',
    );
    await running.said('1 file indexed in');
    expect(await found(shop, 'discountOf')).toContain('src/discount.ts');
    rmSync(join(shop, 'src/discount.ts'));
    await running.said('1 file removed in');
    expect(await found(shop, 'discountOf')).not.toContain('src/discount.ts');
    running.child.kill('SIGINT');
    const { code, out } = await running.ended;
    expect(code).toBe(0);
    expect(out).toMatch(/^indexed 3 files/);
  });

  it('interrupts the vectors for a change, and resumes them afterwards', async () => {
    const embedder = await GatedEmbedder.start();
    const env = { EMBEDDER_URL: embedder.url('gated') };
    embedder.shutGate();
    try {
      const other = at.write('other', SHOP);
      const running = at.start(['index', other, '--watch'], { env });
      await embedder.arrival();
      writeFileSync(join(other, 'src/late.ts'), 'export function lateFee() {\n  return 3;\n}\n');
      await running.said('1 file indexed in');
      expect(await found(other, 'lateFee')).toContain('src/late.ts');
      embedder.openGate();
      await running.said('chunks embedded in');
      running.child.kill('SIGINT');
      expect((await running.ended).code).toBe(0);
      const { out } = await at.run(['index', other, '--check', '--json'], { env });
      expect(JSON.parse(out)).toMatchObject({ files: 4, pendingVectors: 0 });
    } finally {
      await embedder.stop();
    }
  });

  it('is refused with what belongs to a single run', async () => {
    const shop = at.write('third', SHOP);
    expectRefusal(
      await at.run(['index', shop, '--watch', '--rebuild']),
      2,
      'bad_request',
      '--watch goes with',
    );
  });
});
