import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDataSet } from './data-set';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-set-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const QUERIES = [
  '{"_id": "q1", "text": "Who?", "answer": "Ada", "decomposition": [{"question": "A >> author", "answer": "Ada"}]}',
  '{"_id": "q2", "text": "No gold"}',
  '{"_id": 3, "text": "Numbers are ids as well"}',
].join('\n');
const QRELS = 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq1\td3\t2\n3\td1\t1\n';

describe('readDataSet', () => {
  it('reads questions with their gold documents; those without any are left out', async () => {
    const folder = await folderWith({ 'corpus.jsonl': '', 'queries.jsonl': QUERIES, 'qrels.tsv': QRELS });
    const { corpus, questions } = await readDataSet(folder);
    expect(corpus).toBe(join(folder, 'corpus.jsonl'));
    expect(questions).toEqual([
      {
        id: 'q1',
        text: 'Who?',
        gold: [
          { document: 'd1', grade: 1 },
          { document: 'd2', grade: 0 },
          { document: 'd3', grade: 2 },
        ],
        unanswerable: false,
        answer: 'Ada',
        answers: ['Ada'],
        allOf: false,
        hops: [{ question: 'A >> author', answer: 'Ada' }],
      },
      {
        id: '3',
        text: 'Numbers are ids as well',
        gold: [{ document: 'd1', grade: 1 }],
        answers: [],
        allOf: false,
        unanswerable: false,
        hops: [],
      },
    ]);
  });

  it('takes a file whose name has something in between, if it is the only one', async () => {
    const files = { 'corpus.jsonl': '', 'queries-dev.jsonl': QUERIES, 'qrels-dev.tsv': QRELS };
    expect((await readDataSet(await folderWith(files))).questions).toHaveLength(2);
    const two = await folderWith({ ...files, 'queries-test.jsonl': '' });
    await expect(readDataSet(two)).rejects.toThrow(/several like it: queries-dev.jsonl, queries-test.jsonl/);
  });

  it('reads answers with their unit and derivation, in files whose names have something before (TAT-QA)', async () => {
    const queries = [
      {
        _id: 'q1',
        text: 'Change?',
        answer: -416429,
        answer_type: 'arithmetic',
        scale: '',
        derivation: '1-2',
      },
      {
        _id: '3',
        text: 'Which?',
        answer: ['a', 'b'],
        answer_type: 'multi-span',
        scale: 'million',
        derivation: '',
      },
    ];
    const files = { 'dev.corpus.jsonl': '', 'dev.qrels.tsv': QRELS };
    const text = queries.map((query) => JSON.stringify(query)).join('\n');
    const { questions } = await readDataSet(await folderWith({ ...files, 'dev.queries.jsonl': text }));
    expect(questions).toMatchObject([
      { answers: ['-416429'], allOf: false, derivation: '1-2' },
      { answers: ['a', 'b'], allOf: true, unit: 'million' },
    ]);
  });

  it('says what is missing, and which line cannot be read', async () => {
    await expect(readDataSet('/nowhere')).rejects.toMatchObject({ code: 'path_not_found' });
    const broken = await folderWith({ 'corpus.jsonl': '', 'queries.jsonl': '{}\n{"a', 'qrels.tsv': QRELS });
    await expect(readDataSet(broken)).rejects.toThrow(/queries.jsonl:2 is not JSON/);
  });
});
