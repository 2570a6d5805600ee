import * as fc from 'fast-check';
import { nearestNames, suggestion } from './nearest';

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
