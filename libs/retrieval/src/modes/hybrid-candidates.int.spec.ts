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

  it('leaves the order of other requests, and where the settings say so', async () => {
    expect((await order({ question: QUESTION }))[0]).toBe('src/told.ts');
    expect((await order({ codeFirst: true, question: QUESTION }, false))[0]).toBe('src/told.ts');
  });
});
