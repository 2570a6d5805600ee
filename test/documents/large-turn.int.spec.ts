import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';

/** What one commit could write in all, before evidence was written in pieces. */
const FORMER_LIMIT = 256 * 1024;

const QUESTIONS = [
  'Compare how pipelines, turns, events, evidence and citations are configured, stored, limited, measured and shown.',
  'What is the difference between indexing of code, documents, corpora and pages, and how does each find its sections?',
];

describe('a turn that finds much, over the documentation of Quarry', () => {
  let fixture: IndexedFixture;
  let gateway: Running & { readonly url: string };

  beforeAll(async () => {
    fixture = await indexFixture('docs');
    const folder = join(fixture.dataDir, 'pipelines');
    mkdirSync(join(folder, 'wide'), { recursive: true });
    // JSON is YAML.
    writeFileSync(
      join(folder, 'wide', 'pipeline.yaml'),
      JSON.stringify({ pipeline: { name: 'wide', extends: 'adaptive', settings: { top_k: 100 } } }),
    );
    gateway = await startGateway(fixture.dataDir, { pipelineDirs: [folder] });
  }, 120_000);
  afterAll(async () => {
    await gateway.close();
    await fixture.remove();
  });

  it.each(QUESTIONS)('ends in an answer, however much it found: %s', async (question) => {
    const { status, body } = await call<TurnDto>(gateway.url, 'POST /v1/turns', {
      body: { question, pipeline: 'wide', depth: 'deep', wait: true },
    });
    expect([status, body.outcome]).toEqual([200, 'partial']);
    expect(Buffer.byteLength(JSON.stringify(body.evidence))).toBeGreaterThan(FORMER_LIMIT);
    // The prompt holds what fits its budget, and nothing is condensed.
    expect(body.search_quality?.results_used).toBeGreaterThan(0);
    expect(body.search_quality?.results_used).toBeLessThan(body.evidence.length / 2);
    expect(body.evidence.map(({ n }) => n)).toEqual(body.evidence.map((_, at) => at + 1));
  });
});
