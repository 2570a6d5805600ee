import { sqlReferences } from './sql-references';

describe('references to a database in code', () => {
  it.each([
    ['connection.Execute("EXEC dbo.CancelInvoice @id")', 'EXECUTES', 'dbo.CancelInvoice'],
    ['query(`execute [dbo].[CancelInvoice]`)', 'EXECUTES', 'dbo.CancelInvoice'],
    ['"CALL shop.pay(?)"', 'EXECUTES', 'shop.pay'],
    ['"INSERT INTO dbo.Invoice (Id) VALUES (1)"', 'WRITES_TO', 'dbo.Invoice'],
    ['"UPDATE dbo.Invoice SET State = 1"', 'WRITES_TO', 'dbo.Invoice'],
    ['"DELETE FROM dbo.Invoice"', 'WRITES_TO', 'dbo.Invoice'],
    ['"SELECT 1 FROM dbo.Invoice"', 'READS_FROM', 'dbo.Invoice'],
    ['"left join dbo.Invoice i on 1 = 1"', 'READS_FROM', 'dbo.Invoice'],
  ])('%s is %s of %s', (text, kind, name) => {
    expect(sqlReferences(text)).toEqual([{ name, kind, line: 0 }]);
  });

  it.each([
    'import x from orders',
    'from the dbo.Invoice table',
    'dbo.Invoice',
    'perform dbo.Invoice',
    'update(dbo.Invoice)',
  ])('%s holds no reference', (text) => {
    expect(sqlReferences(text)).toEqual([]);
  });

  it('have their lines', () => {
    expect(
      sqlReferences('a\n"FROM a.b"\n"JOIN c.d, EXEC e.f"').map(({ name, line }) => [name, line]),
    ).toEqual([
      ['a.b', 1],
      ['c.d', 2],
      ['e.f', 2],
    ]);
  });
});
