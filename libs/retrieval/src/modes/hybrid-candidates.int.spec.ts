import { PipelineSettings } from '@quarry/pipeline';
import type { SearchIndex } from '@quarry/search-index';
import { indexOf, topics } from '../testing/index-of';
import { hybridCandidates } from './hybrid-candidates';

const REF = { repository: 'shop', snapshot: 'current' };
const QUESTION = 'What happens when a job is tried again?';

describe('candidates of a question about what code does', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf({
      texts: {
        told: 'const label = "a job tried again"; const other = "the job is tried again, job, again"',
        decides:
          'if (job.again > most) {\n  throw new Error(`${job.id} was tried too often`);\n}\nreturn job;',
      },
    });
  });
  afterAll(() => index.close());

  async function order(more: { codeFirst?: boolean; question?: string }, codeOrder = true) {
    const info = await index.describe(REF);
    const [vector = null] = await topics.embed(['again'], { as: 'query' });
    const settings = new PipelineSettings();
    Object.assign(settings.fusion, { code_order: codeOrder });
    const [hits = []] = await hybridCandidates({ index, ref: REF, info: info!, settings, reranker: null }, [
      { query: 'job tried again', vector, topK: 2, ...more },
    ]);
    return hits.map(({ chunk }) => chunk.path);
  }

  it('puts the condition first that the form of the question asks for', async () => {
    expect(await order({ codeFirst: true })).toEqual(['src/told.ts', 'src/decides.ts']);
    expect(await order({ codeFirst: true, question: QUESTION })).toEqual(['src/decides.ts', 'src/told.ts']);
  });

  it('are also found by the words that code has for those of who asks', async () => {
    const texts = {
      told: 'const label = "the time of a job"',
      ends: 'onTimeout() { abort(); }',
      other: 'x()',
    };
    const other = await indexOf({ texts });
    const asked = { query: 'time up', question: 'What happens when the time is up?', topK: 3 };
    const settings = new PipelineSettings();
    const info = await other.describe(REF);
    const first = async (codeFirst: boolean) => {
      const [vector = null] = await topics.embed(['up'], { as: 'query' });
      const source = { index: other, ref: REF, info: info!, settings, reranker: null };
      const [hits = []] = await hybridCandidates(source, [{ ...asked, vector, codeFirst }]);
      return hits[0]?.chunk.path;
    };
    expect([await first(true), await first(false)]).toEqual(['src/ends.ts', 'src/told.ts']);
    await other.close();
  });

  it('leaves the order of other requests, and where the settings say so', async () => {
    expect((await order({ question: QUESTION }))[0]).toBe('src/told.ts');
    expect((await order({ codeFirst: true, question: QUESTION }, false))[0]).toBe('src/told.ts');
  });
});
