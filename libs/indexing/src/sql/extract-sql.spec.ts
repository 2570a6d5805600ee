import { extractSql } from './extract-sql';

const SQL = `-- invoices
CREATE TABLE [dbo].[Invoice] (
  Id INT PRIMARY KEY,
  CustomerId INT REFERENCES crm.Customer (Id)
);
GO
CREATE PROCEDURE Invoice_Cancel @Id INT AS
BEGIN
  UPDATE Invoice SET Status = 3 WHERE Id = @Id;
END
GO
EXEC Invoice_Cancel 1
`;

describe('extractSql', () => {
  const facts = extractSql('db/invoice.sql', SQL);

  it('returns the file first, then definitions with exact text and lines', () => {
    expect(facts.nodes).toEqual([
      {
        key: 'file:db/invoice.sql|FILE',
        kind: 'FILE',
        name: 'invoice.sql',
        qualifiedName: 'db/invoice.sql',
        language: 'sql',
        path: 'db/invoice.sql',
        startLine: 1,
        endLine: 12,
      },
      {
        key: 'dbo.Invoice|TABLE',
        kind: 'TABLE',
        name: 'Invoice',
        qualifiedName: 'dbo.Invoice',
        language: 'sql',
        path: 'db/invoice.sql',
        startLine: 2,
        endLine: 5,
        text: SQL.slice(SQL.indexOf('CREATE TABLE'), SQL.indexOf('GO') - 1),
        signature: 'CREATE TABLE [dbo].[Invoice] (',
        parent: 'file:db/invoice.sql|FILE',
      },
      {
        key: 'dbo.Invoice_Cancel|PROC',
        kind: 'PROC',
        name: 'Invoice_Cancel',
        qualifiedName: 'dbo.Invoice_Cancel',
        language: 'sql',
        path: 'db/invoice.sql',
        startLine: 7,
        endLine: 10,
        text: 'CREATE PROCEDURE Invoice_Cancel @Id INT AS\nBEGIN\n  UPDATE Invoice SET Status = 3 WHERE Id = @Id;\nEND',
        signature: 'CREATE PROCEDURE Invoice_Cancel @Id INT AS',
        parent: 'file:db/invoice.sql|FILE',
      },
    ]);
    expect(facts.problem).toBeUndefined();
    expect(facts.language).toBe('sql');
  });

  it('returns references as written, from the definition or the file', () => {
    expect(facts.references).toEqual([
      { from: 'dbo.Invoice|TABLE', kind: 'FK', name: 'crm.Customer', line: 4 },
      { from: 'dbo.Invoice_Cancel|PROC', kind: 'WRITES_TO', name: 'Invoice', line: 9 },
      { from: 'file:db/invoice.sql|FILE', kind: 'EXECUTES', name: 'Invoice_Cancel', line: 12 },
    ]);
  });

  it('reports unreadable parts and keeps the rest', () => {
    const broken = extractSql('x.sql', `CREATE VIEW v AS SELECT * FROM t\nGO\nSELECT 'open`);
    expect(broken.problem).toBe('line 3: unterminated string');
    expect(broken.nodes.map(({ key }) => key)).toEqual(['file:x.sql|FILE', 'dbo.v|VIEW']);
  });

  it('reads an empty file', () => {
    expect(extractSql('x.sql', '').nodes).toHaveLength(1);
    expect(extractSql('x.sql', '').nodes[0]).toMatchObject({ startLine: 1, endLine: 1 });
  });
});
