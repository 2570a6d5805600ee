import type { Chunk, SearchReader } from '@quarry/search-index';
import { wholeDefinitions } from './whole-definitions';

const REF = { repository: 'shop', snapshot: 'current' };
const source = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
const part = (startLine: number, endLine: number, more: Partial<Chunk> = {}): Chunk => ({
  ...{ id: `a#${startLine}`, path: 'a.py', language: 'python', kind: 'definition', contentHash: 'hash' },
  ...{
    nodeKey: 'python:a.run|FUNCTION',
    startLine,
    endLine,
    text: source.slice(startLine - 1, endLine).join('\n'),
  },
  ...more,
});

async function shown(chunk: Chunk, others: readonly Chunk[]): Promise<unknown> {
  const index = {
    search: () => Promise.resolve([[chunk, ...others].map((one) => ({ chunk: one, score: 0 }))]),
  } satisfies Pick<SearchReader, 'search'>;
  const [[hit] = []] = await wholeDefinitions(index, REF, [[{ chunk, relevance: 1 }]]);
  const { startLine, endLine, text = '' } = hit?.chunk ?? {};
  return [startLine, endLine, text === source.slice((startLine ?? 0) - 1, endLine).join('\n'), hit?.rest];
}

describe('the definition that a hit is a part of', () => {
  it('is whole if it lacks a few lines', async () => {
    expect(await shown(part(20, 60), [part(61, 71)])).toEqual([20, 71, true, undefined]);
    expect(await shown(part(61, 71), [part(50, 60), part(40, 49)])).toEqual([40, 71, true, undefined]);
    expect(await shown(part(20, 60), [part(58, 71)])).toEqual([20, 71, true, undefined]);
  });

  it('says which lines it lacks, if they are many', async () => {
    expect(await shown(part(20, 60), [part(61, 100), part(10, 19)])).toEqual([10, 60, true, [[61, 100]]]);
    expect(await shown(part(61, 100), [part(20, 60)])).toEqual([61, 100, true, [[20, 60]]]);
  });

  it('is not what another definition, or a gap, is beside', async () => {
    expect(await shown(part(20, 60), [part(61, 71, { nodeKey: 'python:a.stop|FUNCTION' })])).toEqual([
      ...[20, 60, true, undefined],
    ]);
    expect(await shown(part(20, 60), [part(64, 71)])).toEqual([20, 60, true, undefined]);
  });
});
