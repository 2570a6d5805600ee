import { openTurn, type Evidence, type Turn } from '@quarry/turn';
import { expecting } from '../answers/expected';
import { documentsOf } from './found-documents';
import { measureTurn } from './measure-turn';

const found = (n: number, pass: number, more: Partial<Evidence> = {}): Evidence => ({
  id: `e${n}`,
  n,
  pass,
  kind: 'chunk',
  text: '',
  path: 'corpus.jsonl',
  startLine: n,
  endLine: n,
  relevance: 1,
  foundBy: 'semantic',
  query: '',
  ...more,
});
const OPENED = openTurn({
  id: 't',
  tenant: 'local',
  session: 's',
  pipeline: 'corag@1',
  question: 'Who?',
  isEnglish: true,
  askedAt: 0,
  deadline: 1,
});
const cites = (n: number) => ({ n, path: 'corpus.jsonl', startLine: n, endLine: n, pass: 1 });
const ended = (more: Partial<Turn>): Turn => ({
  ...OPENED,
  end: { outcome: 'answered', reason: '' },
  ...more,
});
const saying = (english: string, ...numbers: readonly number[]): Pick<Turn, 'answer'> => ({
  answer: { english, text: english, citations: numbers.map(cites), removedCitations: [], writtenBy: 'm' },
});

describe('measureTurn', () => {
  it('measures the gain of each pass, the citations, and the answer', () => {
    const evidence = [
      found(1, 2, { document: 'x' }),
      found(2, 2, { document: 'a' }),
      found(3, 2, { document: 'a' }),
      found(4, 3, { document: 'b' }),
    ];
    const spent = { loops: 2, modelCalls: 1, inputTokens: 7, outputTokens: 3 };
    const call = { model: 'm', step: 'answer', inputTokens: 7, outputTokens: 3, cost: 0.25 };
    const turn = ended({ evidence, ...saying('Ada Penfold [2]', 1, 2), spent: { ...spent, calls: [call] } });
    const gold = [
      { document: 'a', grade: 1 },
      { document: 'b', grade: 2 },
    ];
    const measures = measureTurn(expecting({ gold, answers: ['Ada Penfold'] }), turn, 1.5);
    expect(measures.afterPass).toMatchObject([
      { pass: 2, documents: ['x', 'a'], recall: 0.5, mrr10: 0.5, all: 0 },
      { pass: 3, documents: ['x', 'a', 'b'], recall: 1, all: 1 },
    ]);
    expect({ pass: 3, ...measures.retrieval }).toEqual(measures.afterPass[1]);
    expect(measures).toMatchObject({
      citations: { documents: ['x', 'a'], precision: 0.5, recall: 0.5 },
      answer: { exact: true, f1: 1, numeric: null, correct: true },
      completed: true,
      abstained: false,
      tokens: 10,
      cost: 0.25,
      seconds: 1.5,
    });
  });

  it('uses the path of a file that is one document, and no document for calculations', () => {
    const evidence = [
      found(1, 1, { path: 'src/a.ts' }),
      found(2, 1, { path: 'src/a.ts' }),
      found(3, 1, { path: 'calculated', kind: 'calculation' }),
      found(4, 2, { document: 'd' }),
    ];
    expect(documentsOf(evidence)).toEqual(['src/a.ts', 'd']);
    expect(documentsOf(evidence, 1)).toEqual(['src/a.ts']);
    const gold = [{ document: 'src/a.ts', grade: 1 }];
    expect(measureTurn(expecting({ gold }), ended({ evidence })).retrieval).toMatchObject({
      ndcg10: 1,
      recall: 1,
    });
  });

  it('measures only what is expected: no retrieval without judgements, no score without an answer, zeros if nothing is relevant', () => {
    const turn = ended({ evidence: [found(1, 1, { document: 'a' })], ...saying('It is so.') });
    expect(measureTurn(expecting({}), turn)).toMatchObject({
      retrieval: null,
      afterPass: [],
      citations: null,
      answer: null,
    });
    const judged = measureTurn(expecting({ gold: [{ document: 'a', grade: 0 }] }), turn);
    expect(judged).toMatchObject({ retrieval: { recall: 0, ndcg10: 0, mrr10: 0, all: 0 }, citations: null });
  });

  it('distinguishes abstaining from failing, and reports why there is no answer', () => {
    const expected = expecting({ unanswerable: true });
    const insufficient = { end: { outcome: 'insufficient', reason: 'nothing was found' } } as const;
    expect(measureTurn(expected, ended(insufficient))).toMatchObject({
      abstained: true,
      insufficient: true,
      completed: false,
      reason: 'nothing was found',
    });
    const failed = { end: { outcome: 'failed', reason: 'the model is away' } } as const;
    expect(measureTurn(expected, ended(failed))).toMatchObject({ abstained: false, insufficient: false });
    expect(measureTurn(expected, ended(saying('Seven.')))).toMatchObject({
      abstained: false,
      completed: true,
    });
  });

  it('scores a turn without an answer as wrong, and has no cost if a price is missing', () => {
    const call = { model: 'm', step: 'answer', inputTokens: 1, outputTokens: 1, cost: null };
    const spent = { ...OPENED.spent, modelCalls: 1, calls: [call] };
    const end = { outcome: 'budget', reason: 'spent' } as const;
    const measures = measureTurn(expecting({ answers: ['7'] }), ended({ end, spent, ...saying('7') }));
    expect(measures).toMatchObject({ text: '', answer: { correct: false, numeric: false }, cost: null });
  });

  describe('says whether an answer is right', () => {
    const long = Array.from({ length: 21 }, (_, at) => `word${at}`).join(' ');
    const passages = { ...saying(`${'x '.repeat(200)} Ada Penfold`, 1).answer!, writtenBy: 'extractive' };
    const gold = [{ document: 'a', grade: 1 }];
    const evidence = [found(1, 1, { document: 'a' }), found(2, 1, { document: 'b' })];
    it.each<
      [what: string, expected: Parameters<typeof expecting>[0], turn: Partial<Turn>, right: boolean | null]
    >([
      ['the gold answer', { answers: ['Ada Penfold'] }, saying('Ada Penfold', 1), true],
      ['another answer', { answers: ['Ada Penfold'] }, saying('Bob', 1), false],
      ['passages that hold it', { answers: ['Ada Penfold'] }, { answer: passages }, true],
      [
        'a long text of a model that holds it',
        { answers: ['Ada Penfold'] },
        { answer: { ...passages, writtenBy: 'm' } },
        false,
      ],
      ['prose, with a relevant document', { answers: [long], gold }, saying('So.', 1), true],
      ['prose, with another document', { answers: [long], gold }, saying('So.', 2), false],
      ['no known answer, with a relevant document', { gold }, saying('So.', 1), true],
      ['nothing known', {}, saying('So.', 1), null],
      [
        'no answer to a question without one',
        { unanswerable: true },
        { end: { outcome: 'insufficient', reason: '' } },
        true,
      ],
    ])('%s', (_what, expected, turn, right) => {
      expect(measureTurn(expecting(expected), ended({ evidence, ...turn })).right).toBe(right);
    });

    it('with its confidence', () => {
      const turn = ended({ evidence, ...saying('Ada Penfold [1]', 1), claims: [] });
      expect(measureTurn(expecting({ gold }), turn).confidence).toBe('high');
      expect(measureTurn(expecting({ gold }), ended({})).confidence).toBe('low');
    });
  });
});
