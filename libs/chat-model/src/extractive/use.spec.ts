import * as fc from 'fast-check';
import { useOf } from './use';

describe('how a line uses a name', () => {
  it.each([
    ['const checked = removeUnknown(text, known);', 'removeUnknown'],
    ['return parse<Invoice>(body);', 'parse'],
    ["        EXECUTE dbo.Stock_Restore @InvoiceId = 1, @Reason = 'x';", 'Stock_Restore'],
    ['EXEC [dbo].[Stock_Restore]', 'Stock_Restore'],
  ])('%s calls %s', (line, name) => {
    expect(useOf(line, name)).toBe(1);
  });

  it.each([
    ['UPDATE dbo.Product SET OnHand = 1', 'Product'],
    ['command.CommandText = "[dbo].[Invoice_Cancel]";', 'Invoice_Cancel'],
    ['items.map(toLine)', 'toLine'],
  ])('%s mentions %s', (line, name) => {
    expect(useOf(line, name)).toBe(0.5);
  });

  it.each([
    ['function total(invoice: Invoice): number {', 'Invoice'],
    ['throw new InvoiceError("paid");', 'InvoiceError'],
  ])('%s names a type: %s', (line, name) => {
    expect(useOf(line, name)).toBe(0.25);
  });

  it.each([
    ['for (const file of files) read(file.path);', 'file'],
    ['recallSession(x)', 'call'],
    ['nothing of it', 'total'],
  ])('%s does not use %s', (line, name) => {
    expect(useOf(line, name)).toBe(0);
  });

  it('is between 0 and 1 for any input, including long lines', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (line, name) => {
        expect([0, 0.25, 0.5, 1]).toContain(useOf(line, name));
      }),
    );
    expect(useOf(`${'exec a.'.repeat(20_000)}b(`, 'b')).toBe(1);
  });
});
