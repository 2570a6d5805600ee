import { aTurn } from '@quarry/engine/testing';
import { defined, type Extraction, type Need, type ToolCall } from '@quarry/turn';
import { recordCalls, recordFailure, recordFindings } from './extraction';

const extraction: Extraction = {
  pass: 1,
  items: ['sales'],
  turns: 1,
  judged: 0,
  read: [{ pass: 1, section: 'r.pdf#sales', offset: 0, n: 1 }],
  drafts: [],
};
const call = (id: string, note?: string): ToolCall => ({
  tool: 'fetch_section',
  id,
  arguments: { id },
  ...defined({ note }),
});
const need = (n: number, fields: Partial<Need>): Need => ({
  id: `need-${n}`,
  pass: 1,
  text: `need ${n}`,
  status: 'open',
  resolvedBy: [],
  ...fields,
});

describe('replies of an extraction', () => {
  it('values wait for their check', () => {
    const drafts = [{ label: 'sales', value: 5, section: 'r.pdf#sales' }];
    expect(recordFindings(aTurn({ extraction }), drafts).patch?.extraction).toEqual({
      ...extraction,
      turns: 2,
      drafts,
    });
  });

  it('a failure is recorded with the sections that were actually read, and settles the item', () => {
    const turn = aTurn({ extraction, needs: [need(1, { text: 'sales' })] });
    const { patch } = recordFailure(turn, 'not stated', ['somewhere else']);
    expect(patch?.misses).toEqual([{ pass: 1, text: 'sales', why: 'not stated', where: ['r.pdf#sales'] }]);
    expect(patch?.needs?.[0]?.status).toBe('missed');
  });

  it('a failure before any section was read names what the model claims to have tried', () => {
    const turn = aTurn({ extraction: { ...extraction, read: [] } });
    expect(recordFailure(turn, 'not stated', ['a', 'a']).patch?.misses?.[0]?.where).toEqual(['a']);
  });

  it('calls become needs of their tool; calls without a result are not served again', () => {
    const turn = aTurn({
      extraction,
      needs: [need(1, { call: call('x', 'there is none') }), need(2, { text: 'sales' })],
    });
    const { patch } = recordCalls(turn, 'turns', { calls: [{ text: 'y', call: call('y') }] });
    expect(patch?.needs?.map(({ text, status }) => [text, status])).toEqual([
      ['need 1', 'missed'],
      ['sales', 'open'],
      ['y', 'open'],
    ]);
    expect(patch?.extraction?.turns).toBe(2);
  });
});
