import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PipelineSettings } from '@quarry/pipeline';
import { openSearchIndex, type IndexedFile, type SearchIndex } from '@quarry/search-index';
import { Retrieval } from '../retrieval';
import { phrasesIn } from './stated-phrases';

const REF = { repository: 'shop', snapshot: 'current' };

function file(path: string, language: string, text: string): IndexedFile {
  const chunk = { id: path, path, startLine: 1, endLine: text.split('\n').length, text, language };
  return { path, hash: path, sections: [], chunks: [{ ...chunk, kind: 'window', contentHash: path }] };
}

/** A long function of which the message is a small part, put together over two lines; and what says it more often. */
const CODE = `${'let order = next(order, limits);\n'.repeat(60)}bail!("The cart \\\n   is locked by {}", worker);\n${'close(order);\n'.repeat(60)}`;
const SAID = 'The cart is locked by a worker. The cart is locked by a worker.';

describe('hits in which a quoted text stands word for word', () => {
  let index: SearchIndex;
  const found = async (query: string): Promise<readonly string[]> => {
    const snapshots = { resolve: () => Promise.resolve(REF) };
    const settings = Object.assign(new PipelineSettings(), { entry_step_id: 'none' });
    const stores = { index, embedder: null, reranker: null, snapshots };
    const retrieval = await Retrieval.open(stores, 'bm25', settings);
    const [hits = []] = await retrieval.search([{ query, topK: 3 }], AbortSignal.timeout(10_000));
    return hits.map(({ chunk }) => chunk.path);
  };
  beforeAll(async () => {
    index = openSearchIndex(`sqlite:${mkdtempSync(join(tmpdir(), 'quarry-phrases-'))}`);
    await index.write(REF, {
      files: [
        file('src/cart.rs', 'rust', CODE),
        file('tests/cart.rs', 'rust', SAID),
        file('docs/carts.md', 'markdown', SAID),
        file(
          'src/find.rs',
          'rust',
          `${'let shop = next(shop, limits);\n'.repeat(60)}bail!("No cart {} in shop {name}", id);`,
        ),
        file('src/shop.rs', 'rust', 'fn cart_in_shop(vienna: Shop) { no(cart17); write(shop_vienna); }'),
        file('src/lock.rs', 'rust', 'fn cart_lock() { worker.locked(cart); }'),
        ...[1, 2, 3, 4, 5].map((n) => file(`src/locked${n}.rs`, 'rust', 'worker locked cart locked cart')),
      ],
    });
  });
  afterAll(() => index.close());

  it.each([
    'Why do I get "the cart is locked by"?',
    'Where is “The cart is locked by” printed?',
    "Where is 'The cart is locked by' printed?",
    'the cart is locked by',
  ])('come first, code before pages and tests: %s', async (query) => {
    expect(await found(query)).toEqual(['src/cart.rs', 'docs/carts.md', 'tests/cart.rs']);
  });

  it('are also those that write it with a value in it, code first', async () => {
    const [first] = await found('Who writes "No cart 17 in shop Vienna"?');
    expect(first).toBe('src/find.rs');
  });

  it('are not those that only have its words', async () => {
    const [first] = await found('Where is "worker locked cart" printed?');
    expect(first).toMatch(/^src\/locked\d/);
  });
});

it.each<[string, readonly string[]]>([
  ['Why do I get "the cart is locked"?', ['the cart is locked']],
  ['Why do I get `no such cart` and "the cart is locked"?', ['no such cart', 'the cart is locked']],
  ['What is a "cart lock"?', []],
  ['Why is the cart locked by a worker?', []],
  ['cart lock', []],
  ['the cart is locked', ['the cart is locked']],
])('the texts that may stand word for word in %j are %j', (query, phrases) => {
  expect(phrasesIn(query)).toEqual(phrases);
});
