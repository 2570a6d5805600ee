import * as fc from 'fast-check';
import { misspelledNames, nearestNames, suggestion } from './nearest';

describe('suggestion', () => {
  it('suggests the nearest name, or lists the known ones', () => {
    expect(suggestion('retreiver', ['retriever', 'router'])).toBe("; did you mean 'retriever'?");
    expect(suggestion('x', ['retriever', 'router'])).toBe('; known: retriever, router');
    expect(suggestion('x', [])).toBe('');
  });
});

describe('nearestNames', () => {
  const paths = ['src/Shop.Data/InvoiceRepository.cs', 'src/Shop.Core/Invoice.cs', 'db/Stock.sql'];

  it.each([
    ['src/Shop.Core/Invoce.cs', 'src/Shop.Core/Invoice.cs'],
    ['InvoiceRepositry.cs', 'src/Shop.Data/InvoiceRepository.cs'],
    ['DB/STOCK.SQL', 'db/Stock.sql'],
    ['other/place/Stock.sql', 'db/Stock.sql'],
  ])('finds the intended name of %s', (wrong, right) => {
    expect(nearestNames(wrong, paths, 2)[0]).toBe(right);
  });

  it('compares the last parts of qualified names', () => {
    const names = ['Shop.Core.Invoicing.InvoiceService.Cancel', 'dbo.Invoice_Cancel', 'dbo.Product'];
    expect(nearestNames('InvoiceCancel', names, 1)).toEqual(['dbo.Invoice_Cancel']);
    expect(nearestNames('Shop::Cancle', names, 1)).toEqual(['Shop.Core.Invoicing.InvoiceService.Cancel']);
  });

  it('compares the parts of a qualified name one by one', () => {
    const names = ['ignore.walk.Glob.add_line', 'ignore.gitignore.GitignoreBuilder.add_line', 'add_lines'];
    expect(nearestNames('GitignoreBuidler::add_line', names, 1)).toEqual([names[1]]);
  });

  it('finds nothing if nothing is near', () => {
    expect(nearestNames('quantum', paths, 3)).toEqual([]);
  });

  it('puts an equal name first, and lists each once', () => {
    const name = fc.stringMatching(/^[a-z./_]{1,12}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const near = nearestNames(names[0]!, [...names, ...names], names.length);
        expect(near[0]).toBe(names[0]);
        expect(new Set(near).size).toBe(near.length);
      }),
    );
  });
});

describe('misspelledNames', () => {
  const names = [
    ...['Hangfire.RecurringJobEntity.ScheduleNext', 'Hangfire.Jobs.Schedule', 'ignore.Glob.add_line'],
    ...['ignore.GitignoreBuilder.add_line', 'Shop.getUser', 'Shop.Orders.Cancel', 'Shop.Invoices.Cancel'],
    'Hangfire.RecurringJob',
  ];

  it.each([
    ['RecurringJobEntity.ScheduleNxt', ['Hangfire.RecurringJobEntity.ScheduleNext']],
    ['GitignoreBuidler::add_line', ['ignore.GitignoreBuilder.add_line']],
    ['gitignorebuilder.add_line', ['ignore.GitignoreBuilder.add_line']],
    ['Orders.Cancle', ['Shop.Orders.Cancel']],
    ['Cancle', ['Shop.Invoices.Cancel', 'Shop.Orders.Cancel']],
    // Another word, another beginning, and a name that shares a part.
    ['setUser', []],
    ['Orders.Create', []],
    ['IsRecurringJobDue', []],
    ['', []],
  ])('%s', (wrong, expected) => {
    expect(misspelledNames(wrong, names)).toEqual(expected);
  });
});
