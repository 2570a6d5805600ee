import colors from 'picocolors';
import { CODE_GRAPH, openTurn, raiseNeeds, type Turn } from '@quarry/turn';
import { renderRow, renderTurn } from './render';

const opened = openTurn({
  id: 't1',
  tenant: 'local',
  session: 's1',
  pipeline: 'cgrag@1',
  question: 'q',
  isEnglish: true,
  askedAt: 0,
  deadline: 1_000,
});
const needs = raiseNeeds([], ['A', 'B', 'C', 'D'], 1).map((need, at) => ({
  ...need,
  status: at < 3 ? ('resolved' as const) : ('missed' as const),
}));
const turn: Turn = {
  ...opened,
  spent: { ...opened.spent, loops: 1 },
  searches: [{ pass: 1, mode: 'bm25', query: 'q', hits: 1, added: 1 }],
  needs,
  answer: {
    english: 'So [1].',
    text: 'So [1].',
    citations: [{ n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 }],
    removedCitations: [],
    writtenBy: 'a-model',
  },
  end: { outcome: 'partial', reason: '1 requested item was not found' },
};
const lines = (shown: Turn): string[] => renderTurn(shown, colors.createColors(false), null).split('\n');

describe('the end of a shown turn', () => {
  it('shows how many requested items the passes found (000), and the disclaimer', () => {
    expect(lines(turn)).toEqual(
      expect.arrayContaining([
        'Answered in part: 1 of 4 requested items were not found',
        'medium confidence',
        '2 passes, found 3 of 4 requested items; no model asked',
      ]),
    );
  });

  it('does not repeat a list of the code graph as sources and searches, and says where its paths are', () => {
    const listed = {
      ...turn,
      answer: { ...turn.answer!, writtenBy: CODE_GRAPH, proof: 'the list is complete' },
    };
    expect(lines(turn)).toEqual(expect.arrayContaining(['Sources', 'Searched for']));
    expect(lines(listed).filter((line) => /^(?:Sources|Searched for)$/.test(line))).toEqual([]);
    const elsewhere = renderTurn(listed, colors.createColors(false), '/another/folder');
    expect(elsewhere).toContain('The paths are below /another/folder/.\n');
    expect(elsewhere).not.toContain('Sources');
    expect(renderTurn(listed, colors.createColors(false), null)).not.toContain('The paths are below');
    const several = new Map([['b', '/b']]);
    const mixed = {
      ...listed,
      answer: {
        ...listed.answer,
        citations: [
          ...listed.answer.citations,
          { ...listed.answer.citations[0]!, n: 2, path: 'b/c.ts', repository: 'b' },
        ],
      },
    };
    expect(renderTurn(mixed, colors.createColors(false), several)).toContain('Sources');
  });

  it('says what the index lacked, also of an answer that holds', () => {
    const sure: Turn = {
      ...{ ...turn, needs: [], end: { outcome: 'answered', reason: 'the evidence holds' } },
      claims: [{ text: 'So [1].', cites: [1], status: 'supported', by: 'code', why: '' }],
      evidence: [
        {
          ...{ id: 'e1', n: 1, pass: 1, kind: 'chunk', text: 'So.', path: 'a.ts', startLine: 1, endLine: 2 },
          ...{ relevance: 0.8, foundBy: 'bm25', query: 'q' },
        },
      ],
      indexing: [{ code: 'index_updating_begun', values: { repository: 'shop', indexed: 'then' } }],
    };
    expect(lines(sure)).toContain(
      "note The repository 'shop' is being indexed again; parts of this answer may be as old as then.",
    );
  });

  it('says above the answer which sentences the evidence refutes, and marks them', () => {
    const by = { cites: [1], by: 'model', why: 'not so' } as const;
    const claims = [
      { ...by, text: 'It waits [1].', status: 'supported' },
      { ...by, text: 'It gives up [1].', status: 'contradicted' },
      { ...by, text: 'It logs [1].', status: 'unsupported' },
      { ...by, text: 'It ends [1].', status: 'unchecked' },
    ] as const;
    const text = 'It waits [1]. It gives up [1]. It logs [1]. It ends [1].';
    const shown = lines({ ...turn, claims, answer: { ...turn.answer!, text } });
    expect(shown[0]).toBe(
      'The evidence contradicts 1 sentence and does not support 1 sentence of this answer, marked with ✗.',
    );
    expect(shown[2]).toBe('It waits [1]. ✗ It gives up [1]. ✗ It logs [1]. It ends [1].');
    expect(lines({ ...turn, claims: claims.slice(0, 1) })[0]).not.toContain('The evidence');
  });

  it('moves the description of a source to the next line if both are wide', () => {
    const cite = (path: string) => {
      const citation = {
        n: 1,
        path,
        startLine: 1,
        endLine: 2,
        pass: 1,
        symbol: 'a.b.name',
        commit: '0123456789ab',
      };
      return lines({ ...turn, answer: { ...turn.answer!, citations: [citation] } });
    };
    const about = 'b.name, pass 1, at 0123456789';
    expect(cite('a.ts')).toContain(`  [1] a.ts:1 (to 2)  ${about}`);
    const path = `${'deep/'.repeat(12)}a.ts`;
    const wide = cite(path);
    expect(wide.slice(wide.indexOf(`  [1] ${path}:1 (to 2)`)).slice(1, 2)).toEqual([`      ${about}`]);
  });

  it('shows the pages and sections of sources in documents', () => {
    const cited = {
      ...turn,
      outline: {
        pass: 1,
        sections: [
          {
            id: 'a.pdf#sales',
            path: 'a.pdf',
            title: 'Sales by Region',
            level: 1,
            summary: '',
            characters: 9,
          },
        ],
        left: { sections: 0, documents: 0 },
      },
      answer: {
        ...turn.answer!,
        citations: [
          {
            ...{ n: 1, path: 'a.pdf', startLine: 400, endLine: 420, pass: 1, format: 'pdf' as const },
            pages: [35, 36].map((page) => ({ page, box: null })),
            section: 'a.pdf#sales',
          },
          {
            n: 2,
            path: 'b.html',
            startLine: 3,
            endLine: 5,
            pass: 1,
            format: 'html',
            sourceLines: [120, 140],
          },
          {
            n: 3,
            path: 'c.docx',
            startLine: 12,
            endLine: 12,
            pass: 2,
            format: 'docx',
            section: 'c.docx#a/terms',
          },
          { n: 4, path: '', startLine: 0, endLine: 0, pass: 2, kind: 'calculation', section: 'a.pdf#sales' },
        ],
      },
    } satisfies Turn;
    expect(lines(cited)).toEqual(
      expect.arrayContaining([
        '  [1] a.pdf, pages 35–36  Sales by Region, pass 1',
        '  [2] b.html:120 (to 140)  pass 1',
        '  [3] c.docx, paragraph 12  § terms, pass 2',
        '  [4] calculation  pass 2',
      ]),
    );
    const row = renderRow(
      {
        ...{ seq: 1, tenant: 'local', session: 's1', turnId: 't1', pipeline: 'p@1', askedAt: 0 },
        question: turn.question,
        answerEnglish: 'So.',
        answerText: 'So.',
        outcome: 'answered',
        citations: cited.answer.citations,
      },
      colors.createColors(false),
      '/elsewhere',
    );
    expect(row).toContain('[1] /elsewhere/a.pdf, pages 35–36  § sales, pass 1');
  });

  it('has no warning if confidence is high, and no counts if nothing was requested', () => {
    const claims = [{ text: 'So.', cites: [1], status: 'supported', by: 'code', why: '' }] as const;
    const sure = lines({ ...turn, claims, needs: [], end: { outcome: 'answered', reason: 'so' } });
    expect(sure).toContain('Answered: the evidence holds');
    expect(sure.join('\n')).not.toContain('confidence');
    expect(sure).toContain('2 passes; no model asked');
  });

  it('reports that no search was made', () => {
    const direct = lines({
      ...turn,
      searches: [],
      needs: [],
      end: { outcome: 'direct', reason: 'as planned' },
    });
    expect(direct).toContain('no search was made; no model asked');
    expect(direct).toContain('low confidence: No sources were searched: this is general knowledge.');
  });
});
