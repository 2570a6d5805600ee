import { notFoundOf } from './not-found';
import type { Miss, Need } from '../need/need';
import { openTurn, type Turn } from '../turn/turn';

const opened = openTurn({
  ...{ id: 't1', tenant: 'local', session: 's1', pipeline: 'cgrag@1', question: 'q', isEnglish: true },
  ...{ askedAt: 0, deadline: 1_000 },
});
const need = (text: string, status: Need['status'], pass = 1): Need => ({
  ...{ id: `need-${text}-${pass}`, pass, text, status, resolvedBy: [] },
});
const miss = (text: string, where: readonly string[], pass = 2): Miss => ({
  ...{ pass, text, why: `not in pass ${pass}`, where },
});
const told = (groups: Partial<Turn>) => notFoundOf({ ...opened, ...groups });

describe('what a turn did not find', () => {
  it('is told once, with every place where it was looked for', () => {
    const needs = [need('class Vault', 'missed'), need('Vault', 'missed', 2)];
    const misses = [miss('class Vault', ['graph: names']), miss('Vault', ['graph: names', 'bm25 search'], 3)];
    expect(told({ needs, misses })).toEqual([
      {
        text: 'class Vault',
        why: 'not in pass 3',
        where: ['graph: names', 'bm25 search'],
        sought: true,
      },
    ]);
  });

  it('leaves out what a later pass found', () => {
    const needs = [need('Vault', 'missed'), need('Vault', 'resolved', 2)];
    expect(told({ needs, misses: [miss('Vault', ['bm25 search'])] })).toEqual([]);
  });

  it.each([
    ['what the guard refused', need('Vault', 'missed'), [miss('Vault', [], 1)], 'not in pass 1'],
    ['what the turn did not come to', need('Vault', 'open'), [], 'the turn ended before it was looked for'],
  ])('tells %s from what was looked for', (_what, asked, misses, why) => {
    expect(told({ needs: [asked], misses })).toEqual([{ text: 'Vault', why, where: [], sought: false }]);
  });

  it('has what nobody requested and no pass found: the item of an extraction', () => {
    const misses = [miss('net sales in 2022', ['sections of a.pdf'], 1)];
    expect(told({ misses })).toMatchObject([{ text: 'net sales in 2022', sought: true }]);
  });
});
