import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FileFacts } from '../facts';
import { extractorFor, loadLanguages } from '../languages/languages';
import { withSqlReferences } from './csharp-sql';
import { extractSql } from './extract-sql';
import { sqlEdges } from './link-sql';

const SHOP = join(__dirname, '../../../../test/fixtures/dotnet-shop/app');

function shopFacts(): FileFacts[] {
  return readdirSync(SHOP, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const path = relative(SHOP, file);
      const text = readFileSync(file, 'utf8');
      return path.endsWith('.sql')
        ? extractSql(path, text)
        : withSqlReferences(extractorFor(path)!(path, text), text);
    });
}

/** `from KIND to`, sorted, of one file. */
function lines(edges: ReturnType<typeof sqlEdges>, path: string): string[] {
  return (edges.get(path) ?? []).map(({ from, kind, to }) => `${from} ${kind} ${to}`).sort();
}

describe('sqlEdges on the shop', () => {
  let facts: FileFacts[];
  let edges: ReturnType<typeof sqlEdges>;

  beforeAll(async () => {
    await loadLanguages();
    facts = shopFacts();
    edges = sqlEdges(facts);
  });

  it('reads every file without a problem', () => {
    expect(facts).toHaveLength(26);
    expect(
      facts.filter(({ problem }) => problem !== undefined).map(({ path, problem }) => [path, problem]),
    ).toEqual([]);
  });

  it('contains the whole path from the repository to the last table', () => {
    const all = [...edges.values()].flat();
    const to = (from: string, kind: string) =>
      all.filter((edge) => edge.from === from && edge.kind === kind).map((edge) => edge.to);
    const repository = 'csharp:Shop.Data.SqlInvoiceRepository.CancelAsync|METHOD';
    expect(to(repository, 'EXECUTES')).toEqual(['dbo.Invoice_Cancel|PROC']);
    expect(to('dbo.Invoice_Cancel|PROC', 'EXECUTES')).toEqual(['dbo.Stock_Restore|PROC']);
    expect(to('dbo.Stock_Restore|PROC', 'WRITES_TO')).toEqual([
      'dbo.Product|TABLE',
      'dbo.StockMovement|TABLE',
    ]);
    expect(to('dbo.TR_Invoice_Audit|TRIGGER', 'USES')).toEqual(['dbo.Invoice|TABLE']);
    expect(to('dbo.TR_Invoice_Audit|TRIGGER', 'WRITES_TO')).toEqual(['dbo.AuditLog|TABLE']);
  });

  it('links SQL files', () => {
    expect(lines(edges, 'db/01-tables.sql')).toEqual([
      'dbo.InvoiceLine|TABLE FK dbo.Invoice|TABLE',
      'dbo.InvoiceLine|TABLE FK dbo.Product|TABLE',
      'dbo.Invoice|TABLE FK crm.Customer|TABLE',
    ]);
    expect(lines(edges, 'db/03-views.sql')).toEqual([
      'dbo.OpenInvoice|VIEW READS_FROM crm.Customer|TABLE',
      'dbo.OpenInvoice|VIEW READS_FROM dbo.InvoiceLine|TABLE',
      'dbo.OpenInvoice|VIEW READS_FROM dbo.Invoice|TABLE',
      'dbo.OpenInvoice|VIEW USES dbo.InvoiceAge|SQL_FUNCTION',
    ]);
    expect(lines(edges, 'db/Stock.sql')).toEqual([
      'dbo.Stock_Reserve|PROC READS_FROM dbo.InvoiceLine|TABLE',
      'dbo.Stock_Reserve|PROC WRITES_TO dbo.Product|TABLE',
      'dbo.Stock_Reserve|PROC WRITES_TO dbo.StockMovement|TABLE',
      'dbo.Stock_Restore|PROC READS_FROM dbo.InvoiceLine|TABLE',
      'dbo.Stock_Restore|PROC WRITES_TO dbo.Product|TABLE',
      'dbo.Stock_Restore|PROC WRITES_TO dbo.StockMovement|TABLE',
    ]);
    expect(lines(edges, 'db/Maintenance.sql')).toEqual(['dbo.Audit_Purge|PROC WRITES_TO dbo.AuditLog|TABLE']);
  });

  it('links C# to tables and procedures', () => {
    expect(lines(edges, 'src/Shop.Data/SqlInvoiceRepository.cs')).toEqual([
      'csharp:Shop.Data.SqlInvoiceRepository.CancelAsync|METHOD EXECUTES dbo.Invoice_Cancel|PROC',
      'csharp:Shop.Data.SqlInvoiceRepository.CreateProcedure|FIELD EXECUTES dbo.Invoice_Create|PROC',
      'csharp:Shop.Data.SqlInvoiceRepository.FindAsync|METHOD READS_FROM dbo.Invoice|TABLE',
    ]);
    expect(lines(edges, 'src/Shop.Data/EfProductSource.cs')).toEqual([
      'csharp:Shop.Data.EfProductSource.OpenInvoiceProductsAsync|METHOD READS_FROM dbo.OpenInvoice|VIEW',
      'csharp:Shop.Data.EfProductSource.OpenInvoiceProductsAsync|METHOD READS_FROM dbo.Product|TABLE',
    ]);
    expect(lines(edges, 'src/Shop.Data/ShopDbContext.cs')).toEqual([
      'csharp:Shop.Data.ShopDbContext.Customers|FIELD MAPS_TO crm.Customer|TABLE',
      'csharp:Shop.Data.ShopDbContext.InvoiceLine|FIELD MAPS_TO dbo.InvoiceLine|TABLE',
      'csharp:Shop.Data.ShopDbContext.Invoices|FIELD MAPS_TO dbo.Invoice|TABLE',
      'csharp:Shop.Data.ShopDbContext.OnModelCreating|METHOD MAPS_TO crm.Customer|TABLE',
      'csharp:Shop.Data.ShopDbContext.OnModelCreating|METHOD MAPS_TO dbo.Invoice|TABLE',
      'csharp:Shop.Data.ShopDbContext.Products|FIELD MAPS_TO dbo.Product|TABLE',
    ]);
    expect(lines(edges, 'src/Shop.Core/Entities/Customer.cs')).toEqual([
      'csharp:Shop.Core.Entities.Customer|TYPE MAPS_TO crm.Customer|TABLE',
    ]);
    expect(lines(edges, 'src/Shop.Core/Entities/Product.cs')).toEqual([
      'csharp:Shop.Core.Entities.Product|TYPE MAPS_TO dbo.Product|TABLE',
    ]);
    expect(lines(edges, 'src/Shop.Core/Entities/InvoiceLine.cs')).toEqual([
      'csharp:Shop.Core.Entities.InvoiceLine|TYPE MAPS_TO dbo.InvoiceLine|TABLE',
    ]);
    expect(lines(edges, 'src/Shop.Core/Invoicing/InvoiceService.cs')).toEqual([]);
  });

  it('ends every edge at a node that a file defines', () => {
    const keys = new Set(facts.flatMap(({ nodes }) => nodes.map(({ key }) => key)));
    for (const edge of [...edges.values()].flat())
      expect([edge.from, keys.has(edge.to)]).toEqual([edge.from, true]);
  });
});

describe('sqlEdges', () => {
  const link = (...texts: string[]) => {
    const edges = sqlEdges(texts.map((text, i) => extractSql(`${i}.sql`, text)));
    return [...edges].flatMap(([path, list]) =>
      list.map(({ from, kind, to, line }) => [path, from, kind, to, line]),
    );
  };

  it('ignores case, brackets, a database before the schema, and a missing schema', () => {
    expect(
      link(
        'CREATE TABLE dbo.Invoice (Id int)',
        'CREATE VIEW v AS SELECT 1 FROM [DBO].[INVOICE]',
        'CREATE VIEW w AS SELECT 1 FROM\nShop..invoice JOIN invoice ON 1 = 1',
      ),
    ).toEqual([
      ['1.sql', 'dbo.v|VIEW', 'READS_FROM', 'dbo.Invoice|TABLE', 1],
      ['2.sql', 'dbo.w|VIEW', 'READS_FROM', 'dbo.Invoice|TABLE', 2],
    ]);
  });

  it('finds the only object of a name in another schema, but none of several', () => {
    const use = 'CREATE VIEW v AS SELECT 1 FROM A';
    expect(link('CREATE TABLE s.A (x int)', use)).toEqual([
      ['1.sql', 'dbo.v|VIEW', 'READS_FROM', 's.A|TABLE', 1],
    ]);
    expect(link('CREATE TABLE s.A (x int)', use, 'CREATE TABLE t.A (x int)')).toEqual([]);
    expect(link('CREATE TABLE s.A (x int)', 'CREATE VIEW v AS SELECT 1 FROM dbo.A')).toEqual([]);
  });

  it('assigns a constraint in another file to the table in its original spelling', () => {
    expect(
      link(
        'CREATE TABLE dbo.A (x int) CREATE TABLE dbo.B (x int)',
        'ALTER TABLE DBO.a ADD FOREIGN KEY (x) REFERENCES b (x)',
      ),
    ).toEqual([['1.sql', 'dbo.A|TABLE', 'FK', 'dbo.B|TABLE', 1]]);
  });

  it('never confuses tables and procedures', () => {
    expect(link('CREATE TABLE A (x int)', 'EXEC A')).toEqual([]);
    expect(link('CREATE PROC P AS SELECT 1', 'CREATE VIEW v AS SELECT 1 FROM P')).toEqual([]);
  });

  it('returns one edge for many uses and keeps recursion', () => {
    expect(link('CREATE PROC P AS EXEC dbo.P EXEC P')).toEqual([
      ['0.sql', 'dbo.P|PROC', 'EXECUTES', 'dbo.P|PROC', 1],
    ]);
  });
});
