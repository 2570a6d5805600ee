import type { Chunk } from '@quarry/search-index';
import { candidateOf } from './found';

it('evidence has the sections of its chunk, of which a citation is labelled with the quoted one', () => {
  const sections = [{ line: 7, id: 'guide.md#timeouts', title: 'Guide › Timeouts' }];
  const chunk: Chunk = {
    ...{ id: 'guide.md#L3-L9', path: 'guide.md', startLine: 3, endLine: 9, text: 'Retries' },
    ...{ language: 'markdown', kind: 'window', contentHash: 'hash' },
    ...{ section: 'guide.md#retries', title: 'Guide › Retries', sections },
  };
  expect(candidateOf({ chunk, relevance: 0.5 }, 'bm25', 'timeout')).toMatchObject({
    section: 'guide.md#retries',
    sections,
  });
});
