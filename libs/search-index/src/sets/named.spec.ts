import { chunk } from '../conformance/fixtures';
import { chunkIn } from './named';

it('a chunk of a set has the name of its repository in its path and in the ids of its sections', () => {
  const own = {
    ...chunk('guide.md', 1, 'Retries'),
    section: 'guide.md#retries',
    sections: [{ line: 7, id: 'guide.md#timeouts', title: 'Guide › Timeouts' }],
  };
  expect(chunkIn({ repository: 'shop', snapshot: 'v1' }, own)).toMatchObject({
    path: 'shop/guide.md',
    section: 'shop/guide.md#retries',
    sections: [{ line: 7, id: 'shop/guide.md#timeouts', title: 'Guide › Timeouts' }],
  });
});
