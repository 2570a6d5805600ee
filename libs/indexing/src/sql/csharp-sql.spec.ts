import type { FileFacts } from '../facts';
import { extractorFor, loadLanguages } from '../languages/languages';
import { withSqlReferences } from './csharp-sql';

beforeAll(() => loadLanguages());

/** Added references, as `member KIND name@line (receiver)`. */
function added(body: string): string[] {
  const text = `namespace N\n{\n${body}\n}\n`;
  const facts: FileFacts = extractorFor('a.cs')!('a.cs', text);
  const before = facts.references.length;
  return withSqlReferences(facts, text)
    .references.slice(before)
    .map(({ from, kind, name, line, receiver }) => {
      const member = from.replace(/^csharp:N\.|\|.*$/g, '');
      return `${member} ${kind} ${name}@${line}${receiver ? ` (${receiver})` : ''}`;
    });
}

const inMethod = (code: string) => added(`class C { void M() {\n${code}\n} }`);

describe('strings', () => {
  it.each([
    ['Run("SELECT Id FROM dbo.A");', ['C.M READS_FROM dbo.A@4']],
    ['Run(@"\n  UPDATE a SET x = 1\n  FROM dbo.A a");', ['C.M WRITES_TO dbo.A@6']],
    ['Run("""\n  DELETE FROM dbo.A\n  WHERE x = 1\n  """);', ['C.M WRITES_TO dbo.A@5']],
    ['Run($"INSERT INTO {schema}.A (x) SELECT x FROM dbo.B WHERE y = {y}");', ['C.M READS_FROM dbo.B@4']],
    [
      'Run("SELECT * " + "FROM dbo.A " +\n "JOIN dbo.B ON 1 = 1");',
      ['C.M READS_FROM dbo.A@4', 'C.M READS_FROM dbo.B@4'],
    ],
    ['sql.Append(" LEFT JOIN dbo.A ON 1 = 1");', ['C.M READS_FROM dbo.A@4']],
    ['Run("EXEC dbo.P @x = 1");', ['C.M EXECUTES dbo.P@4']],
    ['Run("select dbo.F(1)");', ['C.M READS_FROM dbo.F@4']],
    ['command.CommandText = "[dbo].[Invoice Cancel]";', ['C.M EXECUTES [dbo].[Invoice Cancel]@4']],
    ['db.Execute("CancelInvoice");', ['C.M EXECUTES CancelInvoice@4']],
    ['Run("SELECT 1 FROM dbo.A"); Run("SELECT 2 FROM DBO.a");', ['C.M READS_FROM dbo.A@4']],
  ])('%s', (code, expected) => {
    expect(inMethod(code)).toEqual(expected);
  });

  it.each([
    'Log("Update the invoice");',
    'Log("Select an item, please");',
    'Log("Insert failed");',
    'Log("Delete " + name + "?");',
    'Log("Name");',
    'Log("from");',
    'Log("");',
    "var x = 'c';",
    '// "SELECT * FROM dbo.A"',
    'Run("SELECT * FROM #t");',
  ])('ignores %s', (code) => {
    expect(inMethod(code)).toEqual([]);
  });

  it('reads long text that only looks like SQL to its end', () => {
    for (const text of ['WITH ', 'SELECT ', 'INSERT ', 'UPDATE ']) {
      expect(inMethod(`Run("${text}${'as .a '.repeat(30_000)}");`)).toEqual([]);
    }
  });

  it('assigns a constant to its field, and text in overloads to the right one', () => {
    expect(
      added(`class C {
  const string P = "dbo.Invoice_Cancel";
  void M(int a) { Run("SELECT 1 FROM A"); }
  void M(string a) { Run("SELECT 1 FROM B"); }
}`),
    ).toEqual(['C.P EXECUTES dbo.Invoice_Cancel@4', 'C.M(int) READS_FROM A@5', 'C.M(string) READS_FROM B@6']);
  });
});

describe('the model', () => {
  it('reads [Table] with and without a schema', () => {
    expect(
      added(
        '[Table("Invoices", Schema = "billing")] class A {}\n[Serializable, TableAttribute(@"B b")] class B {}',
      ),
    ).toEqual(['A MAPS_TO billing.Invoices@3', 'B MAPS_TO [B b]@4']);
    expect(added('[Table(Names.A)] class A {}')).toEqual([]);
  });

  it('reads DbSet as properties', () => {
    expect(
      added(
        'class Db { public DbSet<Model.Invoice> Invoices { get; set; } public virtual IDbSet<Tax> Tax => Set<Tax>(); public List<Tax> No { get; set; } }',
      ),
    ).toEqual([
      'Db.Invoices MAPS_TO Invoices@3 (Invoice)',
      'Db.Invoices MAPS_TO Invoice@3 (Invoice)',
      'Db.Tax MAPS_TO Tax@3 (Tax)',
    ]);
  });

  it('reads ToTable and ToView in every form', () => {
    expect(
      added(`class Db { void OnModelCreating(ModelBuilder b) {
  b.Entity<Invoice>().HasKey(x => x.Id).ToTable("Invoices", "billing");
  b.Entity<Tax>(e => { e.ToView("TaxView"); });
  b.ToTable("Nobody");
} }
class LineMap : IEntityTypeConfiguration<Line> { public void Configure(EntityTypeBuilder<Line> builder) { builder.ToTable("Lines"); } }`),
    ).toEqual([
      'Db.OnModelCreating MAPS_TO billing.Invoices@4 (Invoice)',
      'Db.OnModelCreating MAPS_TO TaxView@5 (Tax)',
      'LineMap.Configure MAPS_TO Lines@8 (Line)',
    ]);
  });
});

it('leaves other languages and files without SQL unchanged', () => {
  const python = extractorFor('a.py')!('a.py', 'x = "SELECT 1 FROM a"');
  expect(withSqlReferences(python, 'x = "SELECT 1 FROM a"')).toBe(python);
  const plain = extractorFor('a.cs')!('a.cs', 'class A {}');
  expect(withSqlReferences(plain, 'class A {}')).toBe(plain);
});
