import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDataSet } from './data-set';

const CORPUS = { 'corpus.jsonl': '' };

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
  it('reads questions with their judged documents, except those without expected results', async () => {
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

  it('accepts a file with an infix in its name, if it is the only one', async () => {
    const files = { 'corpus.jsonl': '', 'queries-dev.jsonl': QUERIES, 'qrels-dev.tsv': QRELS };
    expect((await readDataSet(await folderWith(files))).questions).toHaveLength(2);
    expect((await readDataSet(await folderWith(files))).split).toBe('dev');
  });

  it('lists the splits of a folder that has several, and reads the requested one', async () => {
    const queries = (id: string) => JSON.stringify({ _id: id, text: 'Who?' });
    const folder = await folderWith({
      ...CORPUS,
      'human.queries.jsonl': queries('h'),
      'un.queries.jsonl': queries('u'),
      'human.qrels.tsv': 'h\td1\t1',
      'un.qrels.tsv': 'u\td2\t1',
    });
    await expect(readDataSet(folder)).rejects.toThrow(
      /several splits: human, un\. Choose one, such as --split human/,
    );
    await expect(readDataSet(folder, { split: 'dev' })).rejects.toThrow(/no split 'dev': it has human, un/);
    const { split, questions } = await readDataSet(folder, { split: 'un' });
    expect({ split, questions }).toMatchObject({ split: 'un', questions: [{ id: 'u' }] });
  });

  it("reads BEIR's own layout, and the judgements of trec_eval", async () => {
    const folder = await folderWith({ ...CORPUS, 'queries.jsonl': QUERIES });
    await mkdir(join(folder, 'qrels'));
    await writeFile(join(folder, 'qrels', 'test.tsv'), QRELS);
    await writeFile(join(folder, 'qrels', 'train.tsv'), 'q1 0 d7 3\r\n');
    const { questions } = await readDataSet(folder, { split: 'train' });
    expect(questions.map(({ gold }) => gold)).toEqual([[{ document: 'd7', grade: 3 }]]);
    expect((await readDataSet(folder, { split: 'test' })).questions).toHaveLength(2);
    await expect(readDataSet(folder)).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('reads answers with their unit and derivation, in files with a prefix in their names (TAT-QA)', async () => {
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

  it('reports missing files, and the invalid line', async () => {
    await expect(readDataSet('/nowhere')).rejects.toMatchObject({ code: 'path_not_found' });
    const broken = (queries: string, qrels = QRELS) =>
      folderWith({ ...CORPUS, 'queries.jsonl': queries, 'qrels.tsv': qrels }).then((folder) =>
        readDataSet(folder),
      );
    const line = '{"_id": "q1", "text": "Who?"}\n';
    await expect(broken(`${line}{"a`)).rejects.toThrow(/queries.jsonl:2 is not JSON/);
    await expect(broken(`${line}[1]`)).rejects.toThrow(/queries.jsonl:2 is not a JSON object/);
    await expect(broken('{"text": "Who?"}')).rejects.toThrow(/queries.jsonl:1 has no "_id"/);
    await expect(broken('{"_id": "q1"}')).rejects.toThrow(/queries.jsonl:1 has no text in "text"/);
    await expect(broken(line + line)).rejects.toThrow(/queries.jsonl:2 has the "_id" of an earlier line: q1/);
    await expect(broken(line, 'q1\td1\t1\nq1\td2\tmany')).rejects.toThrow(/qrels.tsv:2 is not a query/);
    await expect(broken(line, 'q7\td1\t1')).rejects.toThrow(/Compare the ids of both files/);
  });

  it('keeps unanswerable questions, reads the requested field, and all forms of an answer', async () => {
    const queries = [
      { _id: 'u1', text: 'Why?', answerability: 'UNANSWERABLE', reference_answer: 'I do not know.' },
      { _id: 'u2', text: 'When?', answerable: false, answer: '1900' },
      {
        _id: 'a',
        text: 'And then?',
        rewrite: 'What came then?',
        answer: 'Ada',
        answer_aliases: ['Ada P.', 'Ada'],
      },
      { _id: 'p', text: 'Where?', rewrite: null, answerability: 'PARTIAL', reference_answer: 'In Hull.' },
    ].map((query) => JSON.stringify({ rewrite: query.text, ...query }));
    const folder = await folderWith({
      ...CORPUS,
      'queries.jsonl': queries.join('\n'),
      'qrels.tsv': 'a\td1\t1\n',
    });
    const { questions } = await readDataSet(folder, { queryField: 'rewrite' });
    expect(questions).toMatchObject([
      { id: 'u1', unanswerable: true, answers: [], gold: [] },
      { id: 'u2', unanswerable: true, answers: [] },
      { id: 'a', text: 'What came then?', unanswerable: false, answers: ['Ada', 'Ada P.'] },
      { id: 'p', text: 'Where?', answerability: 'partial', answers: ['In Hull.'] },
    ]);
    await expect(readDataSet(folder, { queryField: 'title' })).rejects.toThrow(/no text in "title"/);
  });
});
