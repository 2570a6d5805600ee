import colors from 'picocolors';
import { openTurn, raiseNeeds, type Claim, type Turn } from '@quarry/turn';
import { claimLines } from './render-claims';
import { renderSideBySide } from './side-by-side';

const plain = colors.createColors(false);
const claim = (text: string, status: Claim['status'], why = 'because'): Claim => ({
  text,
  cites: [1],
  status,
  by: 'code',
  why,
});

function aTurn(groups: Partial<Turn>): Turn {
  const opened = openTurn({
    id: 't1',
    tenant: 'local',
    session: 's1',
    pipeline: 'code@d',
    question: 'q',
    isEnglish: true,
    askedAt: 0,
    deadline: 1,
  });
  return { ...opened, ...groups };
}

const call = { step: 's', model: 'm', inputTokens: 600, outputTokens: 20, cost: 0.005 };
const busy = aTurn({
  searches: [{ pass: 1, mode: 'bm25', query: 'q', hits: 1, added: 1 }],
  needs: raiseNeeds([], ['a', 'b'], 1).map((need, at) => (at === 0 ? { ...need, status: 'resolved' } : need)),
  claims: [claim('A.', 'supported'), claim('B.', 'unsupported'), claim('C.', 'inferred')],
  spent: { loops: 1, modelCalls: 2, inputTokens: 1200, outputTokens: 40, calls: [call, call] },
  end: { outcome: 'partial', reason: 'r' },
});
const idle = aTurn({ end: { outcome: 'direct', reason: 'r' } });

describe('pipelines side by side', () => {
  it('have one column each and one line per measure', () => {
    const answers = [
      { pipeline: 'code', turn: busy, seconds: 2.345 },
      { pipeline: 'a-longer-name', turn: idle, seconds: 0 },
    ];
    expect(renderSideBySide(answers, plain)).toBe(
      `                  code       a-longer-name
outcome           partial    direct
passes            2          0
model calls       2          0
tokens            1200 + 40  –
cost              0.01       –
seconds           2.3        0.0
evidence          0          0
findings on page  –          –
citations         0          0
numbers traced    –          –
claims supported  1 of 3     –
needs resolved    1 of 2     –
`,
    );
  });

  it('have no cost if a model has no price, and nothing that a terminal would interpret', () => {
    const calls = [call, { ...call, cost: null }];
    const turn = aTurn({ spent: { ...busy.spent, calls } });
    const table = renderSideBySide([{ pipeline: 'x\x1b[2J', turn, seconds: 1 }], plain);
    expect(table).toMatch(/^cost +–$/m);
    expect(table).not.toContain('\x1b');
  });
});

describe('checked sentences', () => {
  it('are counted, and the unsupported and contradicted ones are listed with the reason', () => {
    const claims = [
      claim('A.', 'supported'),
      claim('B\nb.', 'unsupported', 'no B'),
      claim('C.', 'contradicted', 'not C'),
    ];
    expect(claimLines(aTurn({ claims }), plain)).toEqual([
      'Checked 3 sentences: 1 supported, 1 unsupported, 1 contradicted',
      '  ✗ unsupported B b. (no B)',
      '  ✗ contradicted C. (not C)',
      '',
    ]);
  });

  it('have one reason if none of them was checked', () => {
    const claims = [claim('A.', 'unchecked', 'no model'), claim('B.', 'unchecked', 'no model')];
    expect(claimLines(aTurn({ claims }), plain)).toEqual(['Checked 2 sentences: 2 unchecked (no model)', '']);
    const two = [claim('A.', 'unchecked', 'no model'), claim('B.', 'unchecked', 'no time')];
    expect(claimLines(aTurn({ claims: two }), plain)).toHaveLength(4);
  });

  it('are not mentioned if nothing was checked', () => {
    expect(claimLines(aTurn({ claims: null }), plain)).toEqual([]);
    expect(claimLines(aTurn({ claims: [] }), plain)).toEqual([]);
  });
});
