import * as fc from 'fast-check';
import { answerOf, archivedOf, idsOf, type Check } from './suite';

const ask = (original: string, english: string | null = null) => ({
  question: { original, isEnglish: english === null, english },
});

/** Text: words of question and answer, the same on every store. */
export function words(check: Check): void {
  check('finds words of question and answer, and prefixes of words', async ({ archive }) => {
    await archive.save(
      archivedOf('code', ask('Who calls dbo.StockMovement_Insert when an invoice is cancelled?')),
    );
    await archive.save(
      archivedOf('german', ask('Wo werden Rückläufer gebucht?', 'Where are returns posted?')),
    );
    await archive.save(
      archivedOf('answered', { ...ask('Where?'), answer: answerOf('In InvoiceService.cancel [1].') }),
    );
    await archive.save(archivedOf('chinese', ask('发票取消后库存如何变化')));
    const found: readonly (readonly [string, readonly string[]])[] = [
      ['invoice', ['code', 'answered']],
      ['INVOICE cancelled', ['code']],
      ['cancelled stock', ['code']],
      ['stockmove', ['code']],
      ['dbo.StockMovement_Insert', ['code']],
      ['StockMovement.dbo', []],
      ['movement', []],
      ['ruckl', ['german']],
      ['returns posted', ['german']],
      ['InvoiceService.can', ['answered']],
      ['库存', ['chinese']],
      ['存库', []],
      ['invoice missing', []],
      ['???', []],
      ['  ', []],
    ];
    for (const [text, ids] of found)
      expect({ text, ids: (await idsOf(archive, { text })).toSorted() }).toEqual({
        text,
        ids: ids.toSorted(),
      });
  });

  check('combines text with other filters, and removes the words of deleted turns', async ({ archive }) => {
    await archive.save(archivedOf('t1', { ...ask('invoice'), session: 's2' }));
    await archive.save(archivedOf('t2', ask('invoice')));
    expect(await idsOf(archive, { text: 'invoice', session: 's2' })).toEqual(['t1']);
    await archive.delete('acme', ['t1']);
    expect(await idsOf(archive, { text: 'invoice' })).toEqual(['t2']);
  });

  check('treats any query as words, never as syntax', async ({ archive }) => {
    await archive.save(archivedOf('t1', ask('alpha beta')));
    const odd = [
      '"',
      '" OR "',
      'alpha OR nothing',
      'NOT alpha',
      'text:alpha',
      '^alpha',
      'alpha*beta',
      '(alpha',
      'NEAR(alpha beta)',
      '{!x}',
      "'; DROP TABLE turn; --",
    ];
    expect(await idsOf(archive, { text: 'alpha OR nothing' })).toEqual([]);
    expect(await idsOf(archive, { text: '"alpha" * {beta}' })).toEqual(['t1']);
    for (const text of odd) expect((await idsOf(archive, { text })).length).toBeLessThan(2);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        expect((await idsOf(archive, { text })).length).toBeLessThan(2);
      }),
      { numRuns: 30 },
    );
  });
}
