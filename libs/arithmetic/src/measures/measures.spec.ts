import { calculate } from '../expression/calculate';
import { LINE_ITEMS, lineItem } from './line-items';
import { itemsOf } from './measure';
import { MEASURES } from './measures';
import { plainWords } from './plain-words';

describe('the glossary of measures', () => {
  it.each(MEASURES.flatMap(({ id, formulas }) => formulas.map((formula) => [id, formula] as const)))(
    '%s computes from line items: %s',
    (_id, formula) => {
      const items = itemsOf(formula);
      expect(items.map((id) => lineItem(id).id)).toEqual(items);
      const expression = formula.replace(/\{\w+\}/g, '8');
      expect(calculate(expression, () => null)).toMatchObject({ ok: true });
    },
  );

  it('gives every name to one figure, in the form in which names are compared', () => {
    const names = [...LINE_ITEMS, ...MEASURES].flatMap(({ asked }) => asked);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => plainWords(name) !== name)).toEqual([]);
  });

  it('averages only line items of its formulas', () => {
    const averaged = MEASURES.flatMap(({ averaged = [], formulas }) =>
      averaged.map((id) => formulas.some((formula) => itemsOf(formula).includes(id))),
    );
    expect(averaged.length).toBeGreaterThan(5);
    expect(averaged).not.toContain(false);
  });
});
