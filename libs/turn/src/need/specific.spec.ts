import fc from 'fast-check';
import { endsInPath, namesWhatIsAsked, specificNames, specificRequest } from './specific';

describe('specificNames', () => {
  it.each([
    ['parse_line', ['parse_line']],
    [' retry() ', ['retry']],
    ['how a.total is computed', ['a.total']],
    ['the body of `Invoice_Cancel`', ['Invoice_Cancel']],
    ['Money::add', ['Money.add']],
    ['function retry', ['retry']],
    ['class Parser', ['Parser']],
    ['foo in path/to/file.py', ['foo']],
    ['InvoiceService', ['InvoiceService']],
    ['method Invoices.total()', ['Invoices.total']],
    ['dbo.Stock_Restore', ['dbo.Stock_Restore']],
    ['apps/loop-guard/src/x.action.RULES', ['apps/loop-guard/src/x.action.RULES']],
    ['the Money class', ['Money']],
    ['Stock table in `db/Stock.sql`', ['Stock', 'db/Stock.sql']],
    ['the retry logic in `src/retry.py`', ['src/retry.py']],
    ['foo in path\\to\\file.py', ['foo', 'path/to/file.py']],
    ['ClassName in some/module.py', ['ClassName', 'some/module.py']],
    ['the signature of `foo(a, b)`', ['foo']],
  ])('%j asks for %j', (text, expected) => {
    expect(specificNames(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    'errors in general',
    'how the retry works',
    'the function that handles errors',
    'what happens in the end',
    'the file that handles invoices',
    'the class hierarchy',
    'function signatures',
    'methods calling each other, e.g. in loops',
    'every method of the service',
    'the main function',
    'how the types of errors are told apart',
    'the output of `npm run build`',
  ])('%j is general', (text) => {
    expect(specificNames(text)).toEqual([]);
  });

  it.each(
    'function functions method methods class classes type types interface interfaces struct structs enum enums trait traits table tables view views procedure procedures proc procs trigger triggers module modules'.split(
      ' ',
    ),
  )('a word behind %j is a name', (keyword) => {
    expect(specificNames(`what the ${keyword} retry does`)).toEqual(['retry']);
  });

  it.each('function method class type interface struct enum trait table view procedure trigger'.split(' '))(
    'a capitalised word before %j is a name',
    (keyword) => {
      expect(specificNames(`what the Retry ${keyword} does`)).toEqual(['Retry']);
    },
  );

  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const identifier = fc.oneof(
    fc.tuple(word, word).map(([a, b]) => `${a}_${b}`),
    fc.tuple(word, word).map(([a, b]) => `${a}${capital(b)}`),
    fc.tuple(word, word).map(([a, b]) => `${capital(a)}${capital(b)}`),
  );
  const frame = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => `function ${name}`,
    (name) => `the body of the class ${name}, please`,
    (name) => `method ${name}()`,
    (name) => `${name} in src/some/file.py`,
    (name) => `\`${name}\` and what it returns`,
    (name) => `- ${name}.`,
  );

  it('finds a name in whatever frame models write it', () => {
    fc.assert(
      fc.property(identifier, frame, (name, inFrame) => {
        expect(specificNames(inFrame(name))).toContain(name);
      }),
    );
    fc.assert(
      fc.property(identifier, identifier, (scope, name) => {
        expect(specificNames(`the code of ${scope}::${name}`)).toContain(`${scope}.${name}`);
      }),
    );
  });

  it('finds none in plain words, " in " or not', () => {
    const general = fc.array(
      fc.constantFrom('errors', 'in', 'general', 'how', 'stock', 'is', 'restored', 'after', 'the', 'retry'),
      { minLength: 2, maxLength: 8 },
    );
    fc.assert(
      fc.property(general, (words) => {
        expect(specificNames(words.join(' '))).toEqual([]);
      }),
    );
  });

  it('takes long hostile text without hanging', () => {
    expect(specificNames('a.'.repeat(50_000)).length).toBeLessThan(10);
    expect(specificNames(`${'x in '.repeat(20_000)}y`)).toBeDefined();
  });
});

describe('specificRequest', () => {
  it.each([
    ['foo in path/to/file.py', { names: ['foo'], file: 'path/to/file.py' }],
    ['the class Money', { names: ['Money'] }],
    ['the file src/retry.py', { names: ['src/retry.py'] }],
    ['how it ends in src/retry.py', { names: ['src/retry.py'] }],
    ['- how_it_ends in src/retry.py', { names: ['how_it_ends'], file: 'src/retry.py' }],
    ['errors in general', { names: [] }],
  ])('parts %j into names and file', (text, expected) => {
    expect(specificRequest(text)).toEqual(expected);
  });
});

describe('endsInPath', () => {
  it.each([
    ['src/billing/Invoice.cs', 'billing/invoice.cs', true],
    ['src/billing/Invoice.cs', './src\\billing\\Invoice.cs', true],
    ['src/billing/Invoice.cs', 'voice.cs', false],
  ])('%s in %s: %s', (path, file, expected) => {
    expect(endsInPath(path, file)).toBe(expected);
  });
});

describe('namesWhatIsAsked', () => {
  it('holds where the symbol or the text bears the name', () => {
    expect(namesWhatIsAsked('InvoiceService', 'MyApp.InvoiceService', '')).toBe(true);
    expect(namesWhatIsAsked('retry_later', undefined, 'def retry_later(job):')).toBe(true);
  });

  it('takes a file for what is asked for only where nothing else is', () => {
    expect(namesWhatIsAsked('the file src/retry.py', undefined, 'x = 1', 'app/src/retry.py')).toBe(true);
    expect(namesWhatIsAsked('the file src/retry.py', undefined, 'import retry.py', 'a/b.py')).toBe(false);
    expect(namesWhatIsAsked('foo in src/retry.py', undefined, 'bar = 1 # py', 'src/retry.py')).toBe(false);
  });

  it('does not hold for a part of another name, nor for general words', () => {
    expect(namesWhatIsAsked('retry_later', undefined, 'def retry_later_again(job):')).toBe(false);
    expect(namesWhatIsAsked('errors in general', 'Errors', 'errors in general')).toBe(false);
  });
});

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
