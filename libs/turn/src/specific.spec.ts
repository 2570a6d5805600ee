import { namesWhatIsAsked, specificNames } from './specific';

describe('specificNames', () => {
  it.each([
    ['parse_line', ['parse_line']],
    ['the body of `Invoice_Cancel`', ['Invoice_Cancel']],
    ['Money::add', ['Money.add']],
    ['function retry', ['retry']],
    ['class Parser', ['Parser']],
    ['foo in path/to/file.py', ['foo']],
    ['InvoiceService', ['InvoiceService']],
    ['method Invoices.total()', ['Invoices.total']],
    ['dbo.Stock_Restore', ['dbo.Stock_Restore']],
    ['apps/loop-guard/src/x.action.RULES', ['apps/loop-guard/src/x.action.RULES']],
  ])('%j asks for %j', (text, expected) => {
    expect(specificNames(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    'errors in general',
    'how the retry works',
    'the function that handles errors',
    'what happens in the end',
  ])('%j is general', (text) => {
    expect(specificNames(text)).toEqual([]);
  });

  it('takes long hostile text without hanging', () => {
    expect(specificNames('a.'.repeat(50_000)).length).toBeLessThan(10);
    expect(specificNames(`${'x in '.repeat(20_000)}y`)).toBeDefined();
  });
});

describe('namesWhatIsAsked', () => {
  it('holds where the symbol or the text bears the name', () => {
    expect(namesWhatIsAsked('InvoiceService', 'MyApp.InvoiceService', '')).toBe(true);
    expect(namesWhatIsAsked('retry_later', undefined, 'def retry_later(job):')).toBe(true);
  });

  it('does not hold for a part of another name, nor for general words', () => {
    expect(namesWhatIsAsked('retry_later', undefined, 'def retry_later_again(job):')).toBe(false);
    expect(namesWhatIsAsked('errors in general', 'Errors', 'errors in general')).toBe(false);
  });
});
