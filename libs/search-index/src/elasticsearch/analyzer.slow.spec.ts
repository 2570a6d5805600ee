import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import * as fc from 'fast-check';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { analyze } from '../analysis';
import { foldText } from '../fold-text';
import { ANALYSIS, INDEX_ANALYZER } from './analyzer';

const ROOT = resolve(__dirname, '../../../..');
const WRITTEN = /\.(ts|mts|md|py|java|cs|sql|go|rs|js|json|ya?ml|txt|jsonl)$/;
/** Samples one file in so many, for speed. All files agree as well. */
const EVERY = 25;

describeWithElasticsearch("The server's analyzer", (url) => {
  let client: Client;
  const index = `test-${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    client = new Client({ node: url });
    const settings = { analysis: ANALYSIS as never, number_of_replicas: 0 };
    await client.indices.create({
      index,
      settings: { ...settings, 'index.analyze.max_token_count': 1_000_000 },
    });
  });
  afterAll(async () => {
    await client.indices.delete({ index });
    await client.close();
  });

  const termsOf = async (text: string): Promise<string[]> => {
    const folded = foldText(text).replace(/\p{Surrogate}/gu, ' ');
    const { tokens } = await client.indices.analyze({ index, analyzer: INDEX_ANALYZER, text: folded });
    return (tokens ?? []).map(({ token }) => token);
  };

  it.each([
    'HTTPServer2 getUserName _private __init__ foo_bar src/a-b.ts A::b x->y XMLHttpRequest iOS9 utf8_decode',
    '数据库连接池在启动时创建。库 田中さんにあげて下さい 사회과학원 abc数据库 ภาษาไทย',
    'ｓｅｔｔｉｎｇｓ Café naïve ﬁle ß Ὀδυσσεύς',
    'PDFs parseURLs APIsByName IDs_s vms llms GPUs https UUIDv4 TLSv1.3 TNFalpha NFkappaB PPARgamma2 OAuth2 a2b3',
    'TNF-α αvβ3 γδ ΔF508 5-HT2A 5 μg/mL μ-opioid β₂ IL‑6 Sørensen Łódź straße Æther ÆON Œuvre so\u00adft',
    'v1.2.3 1.2 10.0.0.1 x-1.2.3-beta.4 1_000.5 1::2 3->4 1.2-3 1..2 2.x.3 v1.2.3.tgz 1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24.25',
    'dying skies generously organization retries news innings',
    'a.b.c a..b a:::b a->->b .hidden trailing. C:\\dir\\file x.y_z.W',
    `${'x'.repeat(70)} ${'aB'.repeat(40)} ${'a.'.repeat(40)}b`,
  ])('yields the terms of analyze for %j', async (text) => {
    expect((await termsOf(text)).sort()).toEqual(analyze(text).sort());
  });

  it('agrees with analyze on files of this repository, term by term and in frequency', async () => {
    const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    const texts = files
      .filter((file) => WRITTEN.test(file))
      .filter((_, i) => i % EVERY === 0)
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      .filter((text) => text.length < 200_000);
    let terms = 0;
    let others = 0;
    for (const text of texts) {
      const expected = countsOf(analyze(text));
      const actual = countsOf(await termsOf(text));
      for (const term of new Set([...expected.keys(), ...actual.keys()])) {
        const wanted = expected.get(term) ?? 0;
        terms += wanted;
        others += Math.abs(wanted - (actual.get(term) ?? 0));
      }
    }
    expect(terms).toBeGreaterThan(10_000);
    // Differences measured over all files: 0 (ADR 8).
    expect(others / terms).toBeLessThan(0.0001);
  });

  it('agrees with analyze on any letters, digits and separators (stems of made-up words differ)', async () => {
    const unit = fc.constantFrom(...'absvzABZ019_./\\#-:> éÉßñαμ数据库あア한ก', '::', '->', 'alpha');
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 60 }), async (units) => {
        const text = units.join('');
        expect((await termsOf(text)).sort()).toEqual(analyze(text).sort());
      }),
      { numRuns: 150 },
    );
  });

  it("agrees with analyze on letters that the server's Java may not know, among words and symbols", async () => {
    const unit = fc.constantFrom(...[...'abB01_. 𲇟𮯰𰀀𱍐𖵗𞤀𞤢𒀀𐵐😀🫩𝔸', '\u{54bd5}', '\u{e000}', '\u{10fffd}']);
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 40 }), async (units) => {
        const text = units.join('');
        // Only words of Latin letters are stemmed, and stems of made-up words differ.
        const terms = (all: readonly string[]) => all.map((term) => term.slice(0, 3)).sort();
        expect(terms(await termsOf(text))).toEqual(terms(analyze(text)));
      }),
      { numRuns: 150 },
    );
  });

  it('analyzes runs of any length without a separator', async () => {
    for (const run of ['a', 'A', 'aB', 'a.', 'a_', '库', '1', '.', '_', 'é'])
      expect(await termsOf(run.repeat(20_000))).toBeDefined();
  });
});

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
