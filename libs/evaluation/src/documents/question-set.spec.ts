import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isQuestionSet, readQuestionSet } from './question-set';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-set-'));
  await mkdir(join(folder, 'documents'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const ONE = JSON.stringify({
  id: 'q1',
  question: 'What share?',
  answer: '11.5%',
  values: [{ label: 'Revenue', value: '17,606', unit: 'millions USD', file: 'a.pdf', page: 54 }],
  derivation: '[1] / 2',
});
const NONE = JSON.stringify({ id: 2, question: 'How many?', unanswerable: true });

describe('readQuestionSet', () => {
  it('reads questions, gold values, and unanswerable questions', async () => {
    const folder = await folderWith({ 'questions.jsonl': `${ONE}\n\n${NONE}\n` });
    expect(await isQuestionSet(folder)).toBe(true);
    const { corpus, questions } = await readQuestionSet(folder);
    expect(corpus).toBe(join(folder, 'documents'));
    expect(questions).toMatchObject([
      { id: 'q1', answers: ['11.5%'], tolerance: 0.01, values: [{ page: 54 }], unanswerable: false },
      { id: '2', answers: [], unanswerable: true },
    ]);
  });

  it('reads name and documents from set.yaml, relative to it', async () => {
    const folder = await folderWith({
      'questions.jsonl': ONE,
      'set.yaml': 'name: mine\ncorpus: ./documents/..\n',
    });
    expect(await readQuestionSet(folder)).toMatchObject({ name: 'mine', corpus: folder });
  });

  it.each([
    ['no documents', { 'questions.jsonl': ONE, 'set.yaml': 'corpus: nowhere' }, /no documents at .*nowhere/],
    ['no answer', { 'questions.jsonl': '{"id": 1, "question": "?"}' }, /has no answer/],
    ['no question', { 'questions.jsonl': '{"id": 1}' }, /questions.jsonl:1 has no id or no question/],
    ['no JSON', { 'questions.jsonl': '{' }, /not JSON/],
    ['no YAML', { 'questions.jsonl': ONE, 'set.yaml': '{: [' }, /not YAML/],
    [
      'a value without a page',
      { 'questions.jsonl': '{"id": 1, "question": "?", "answer": "1", "values": [{}]}' },
      /without label, file or page/,
    ],
  ])('reports the error: %s', async (_what, files: Readonly<Record<string, string>>, message) => {
    await expect(readQuestionSet(await folderWith(files))).rejects.toThrow(message);
  });

  it('ignores other folders', async () => {
    expect(await isQuestionSet('/nowhere')).toBe(false);
  });
});
