import fc from 'fast-check';
import { readSqlScript } from './script-reader';
import { qualifiedSqlName, writtenName } from './sql-name';

/** `KIND owner → kind name`, in order. */
function uses(sql: string): string[] {
  return readSqlScript(sql).uses.map(
    ({ owner, kind, name }) => `${owner ? qualifiedSqlName(owner.name) : '-'} ${kind} ${writtenName(name)}`,
  );
}

function objects(sql: string): string[] {
  return readSqlScript(sql).objects.map(
    ({ kind, name, startLine, endLine }) => `${kind} ${qualifiedSqlName(name)} ${startLine}-${endLine}`,
  );
}

describe('objects', () => {
  it('finds every kind, with brackets, quotes, a missing schema and GO batches', () => {
    const sql = [
      '-- header',
      'create table Customer (Id int)',
      'GO',
      'CREATE OR ALTER VIEW [sales].[Open Invoice] AS SELECT 1 AS x',
      '  go 5 -- twice',
      '/* GO',
      'GO /* nested */ */',
      'ALTER PROC "dbo"."P" @a AS int = 1 AS',
      "  PRINT '",
      'GO is text',
      "'",
      'GO',
      'CREATE FUNCTION dbo.F (@x INT) RETURNS INT BEGIN RETURN @x END',
      'CREATE TRIGGER T ON sales.Invoice FOR INSERT AS SELECT 1',
      '',
      'GO',
    ].join('\n');
    expect(objects(sql)).toEqual([
      'TABLE dbo.Customer 2-2',
      'VIEW sales.Open Invoice 4-4',
      'PROC dbo.P 8-11',
      'SQL_FUNCTION dbo.F 13-13',
      'TRIGGER sales.T 14-14',
    ]);
    expect(readSqlScript(sql).problems).toEqual([]);
  });

  it('ignores temporary tables, indexes, types and unnamed objects', () => {
    const sql = `CREATE TABLE #t (Id int); CREATE TABLE tempdb..x (Id int);
      CREATE UNIQUE INDEX ix ON dbo.A (Id) WHERE Id > 0; CREATE TYPE dbo.L AS TABLE (Id int);
      CREATE SCHEMA s AUTHORIZATION dbo; DROP TABLE IF EXISTS dbo.B`;
    expect(objects(sql)).toEqual([]);
  });

  it('keeps the full definition of a stub and its ALTER', () => {
    const sql = `IF OBJECT_ID('dbo.P') IS NULL EXEC('CREATE PROCEDURE dbo.P AS SELECT 1')
GO
ALTER PROCEDURE dbo.P AS SELECT Id FROM dbo.A
GO`;
    expect(objects(sql)).toEqual(['PROC dbo.P 3-3']);
    expect(uses(sql)).toEqual(['dbo.P READS_FROM dbo.A']);
  });

  it('reads the common syntax of other dialects', () => {
    const sql = `CREATE TABLE IF NOT EXISTS \`orders\` (id INTEGER PRIMARY KEY, c INT REFERENCES customers(id));
CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO orders SELECT 1; RETURN 1; END $$;
CREATE TRIGGER t AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f();`;
    expect(objects(sql)).toEqual(['TABLE dbo.orders 1-1', 'SQL_FUNCTION dbo.f 2-3', 'TRIGGER dbo.t 4-4']);
    expect(uses(sql)).toEqual([
      'dbo.orders FK customers',
      'dbo.f WRITES_TO orders',
      'dbo.t USES orders',
      'dbo.t EXECUTES f',
    ]);
  });
});

describe('uses', () => {
  it.each([
    [
      'SELECT * FROM a JOIN [b] x ON x.id = a.id LEFT OUTER JOIN s.c AS y WITH (NOLOCK) ON 1 = 1, d',
      ['a', 'b', 's.c', 'd'],
    ],
    [
      'SELECT a.x FROM (SELECT * FROM dbo.T WHERE id IN (SELECT id FROM u)) a CROSS APPLY dbo.F(a.x) f',
      ['dbo.T', 'u', 'dbo.F'],
    ],
    ['SELECT 1 FROM (a INNER MERGE JOIN b ON 1 = 1) FULL HASH JOIN c (NOLOCK) ON 1 = 1', ['a', 'b', 'c']],
    [
      'WITH q (n) AS (SELECT n FROM a UNION ALL SELECT n FROM q JOIN b ON 1 = 1), r AS (SELECT * FROM q) SELECT * FROM r',
      ['a', 'b'],
    ],
    ['SELECT 1 FROM #t, @t v, tempdb..x, sys.objects, INFORMATION_SCHEMA.TABLES, OPENJSON(@j) j', []],
    ['SELECT TRIM(x FROM y), CASE WHEN a IS NOT DISTINCT FROM b THEN 1 ELSE 2 END FROM t', ['t']],
    [
      'SELECT 1 FROM other.dbo.A, other..B, srv.other.dbo.C',
      ['other.dbo.A', 'other.dbo.B', 'srv.other.dbo.C'],
    ],
    ['SELECT 1 FROM A FOR SYSTEM_TIME AS OF @d AS x, B FOR SYSTEM_TIME FROM @d TO @e y', ['A', 'B']],
    ["SELECT c.value('.', 'int') FROM dbo.A a CROSS APPLY a.Doc.nodes('/x') AS n(c)", ['dbo.A']],
    [
      'SELECT * FROM s PIVOT (SUM(x) FOR m IN ([a], [b])) AS p ORDER BY 1 OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY',
      ['s'],
    ],
    ['SELECT [Tab].[from] FROM "Order Details"', ['[Order Details]']],
    [
      'DECLARE c CURSOR LOCAL FOR SELECT Id FROM A FOR UPDATE OF Id; OPEN c FETCH NEXT FROM c INTO @i CLOSE c',
      ['A'],
    ],
    [
      'IF EXISTS (SELECT 1 FROM A) SET @x = (SELECT 1 FROM B) ELSE IF @y = 1 RETURN SELECT 1 FROM C',
      ['A', 'B', 'C'],
    ],
    ['SELECT 1 FROM CHANGETABLE(CHANGES dbo.A, @v) AS c', ['dbo.A']],
  ])('reads from: %s', (sql, tables) => {
    expect(uses(sql)).toEqual(tables.map((name) => `- READS_FROM ${name}`));
    expect(readSqlScript(sql).problems).toEqual([]);
  });

  it.each([
    ['INSERT INTO dbo.A (x, y) SELECT x, y FROM B', ['WRITES_TO dbo.A', 'READS_FROM B']],
    ['INSERT A EXEC dbo.P @x = 1', ['WRITES_TO A', 'EXECUTES dbo.P']],
    ['INSERT TOP (5) INTO A WITH (TABLOCK) DEFAULT VALUES', ['WRITES_TO A']],
    ['SELECT x INTO dbo.New FROM B', ['WRITES_TO dbo.New', 'READS_FROM B']],
    ['SELECT x INTO #New FROM B', ['READS_FROM B']],
    [
      'UPDATE dbo.A SET x = 1 OUTPUT inserted.x INTO dbo.Log (x) WHERE y = (SELECT 1 FROM B)',
      ['WRITES_TO dbo.A', 'WRITES_TO dbo.Log', 'READS_FROM B'],
    ],
    [
      'UPDATE i SET x = l.x FROM dbo.Invoice i JOIN Line l ON l.id = i.id',
      ['WRITES_TO dbo.Invoice', 'READS_FROM Line'],
    ],
    ['DELETE TOP (10) FROM A WHERE x = 1', ['WRITES_TO A']],
    ['DELETE a FROM dbo.A AS a LEFT JOIN B ON 1 = 1', ['WRITES_TO dbo.A', 'READS_FROM B']],
    ['WITH d AS (SELECT x FROM A) DELETE FROM d WHERE x > 1', ['READS_FROM A', 'WRITES_TO A']],
    [
      'MERGE INTO dbo.A WITH (HOLDLOCK) AS t USING (SELECT x FROM B) AS s ON t.x = s.x WHEN MATCHED THEN UPDATE SET y = 1 WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED THEN INSERT (x) VALUES (s.x) OUTPUT $action INTO C; TRUNCATE TABLE D',
      ['WRITES_TO dbo.A', 'READS_FROM B', 'WRITES_TO C', 'WRITES_TO D'],
    ],
    ['INSERT INTO A SELECT x FROM (DELETE FROM B OUTPUT deleted.x) AS g', ['WRITES_TO A', 'WRITES_TO B']],
    ["BULK INSERT dbo.A FROM 'f.csv' WITH (FIRSTROW = 2)", ['WRITES_TO dbo.A']],
    ['EXEC @r = [dbo].[P] @a, @b = 2 OUTPUT EXECUTE Q', ['EXECUTES dbo.P', 'EXECUTES Q']],
    ["SELECT dbo.F(x), LEN(y), a.z.value('.', 'int') FROM A a", ['READS_FROM A', 'USES dbo.F']],
    ['GRANT SELECT, EXECUTE ON dbo.A TO r; DENY UPDATE ON dbo.B TO r', []],
    ['UPDATE STATISTICS dbo.A', []],
  ])('distinguishes reads from writes: %s', (sql, expected) => {
    const bare = uses(sql).map((use) => use.slice(2));
    expect([...bare].sort()).toEqual([...expected].sort());
    expect(readSqlScript(sql).problems).toEqual([]);
  });

  it('assigns foreign keys to the table, even if they are added later', () => {
    const sql = `CREATE TABLE dbo.Line (
      Id INT, InvoiceId INT REFERENCES dbo.Invoice (Id) ON DELETE SET NULL ON UPDATE CASCADE,
      Age AS (dbo.Age(Id)), CONSTRAINT k FOREIGN KEY (Id) REFERENCES [sales].[Order] (Id),
      INDEX ix NONCLUSTERED (Id)) WITH (SYSTEM_VERSIONING = ON (HISTORY_TABLE = dbo.LineHistory))
    ALTER TABLE dbo.Other WITH CHECK ADD CONSTRAINT f FOREIGN KEY (A) REFERENCES dbo.Line (Id)
    ALTER TABLE dbo.Other CHECK CONSTRAINT f`;
    expect(uses(sql)).toEqual([
      'dbo.Line FK dbo.Invoice',
      'dbo.Line USES dbo.Age',
      'dbo.Line FK sales.Order',
      'dbo.Line USES dbo.LineHistory',
      'dbo.Other FK dbo.Line',
    ]);
  });

  it('assigns a trigger its table, and does not mistake inserted and deleted for tables', () => {
    const sql = `CREATE TRIGGER dbo.T ON dbo.Invoice INSTEAD OF UPDATE, DELETE NOT FOR REPLICATION AS
      IF UPDATE (Status) INSERT dbo.Log SELECT d.Id FROM inserted i JOIN deleted AS d ON 1 = 1`;
    expect(uses(sql)).toEqual(['dbo.T USES dbo.Invoice', 'dbo.T WRITES_TO dbo.Log']);
  });

  it('reads a whole procedure: blocks, TRY, cursors, options', () => {
    const sql = `CREATE PROCEDURE dbo.P @a INT = NULL, @t dbo.L READONLY WITH RECOMPILE, EXECUTE AS 'owner' AS
SET NOCOUNT ON
BEGIN TRY
  BEGIN TRAN
    WHILE @a > 0 BEGIN
      INSERT dbo.A SELECT CASE WHEN x = 1 THEN 'FROM dbo.No' ELSE y END FROM dbo.B
      SET @a -= 1
    END
  COMMIT
END TRY
BEGIN CATCH
  IF @@TRANCOUNT > 0 ROLLBACK
  EXEC dbo.LogError -- EXEC dbo.Commented
  RAISERROR('UPDATE dbo.No SET x = 1', 16, 1)
END CATCH`;
    expect(uses(sql)).toEqual([
      'dbo.P WRITES_TO dbo.A',
      'dbo.P READS_FROM dbo.B',
      'dbo.P EXECUTES dbo.LogError',
    ]);
    expect(readSqlScript(sql).problems).toEqual([]);
  });

  it('reads SQL that is built and executed, but no other strings', () => {
    const sql = `CREATE PROC dbo.P AS
DECLARE @sql NVARCHAR(MAX) = N'SELECT * FROM dbo.A ', @other NVARCHAR(9) = N'SELECT * FROM dbo.No'
SET @sql = @sql + N'JOIN dbo.B ON ' + @x + N' = 1'
IF @y = 1 SET @sql += N' JOIN ' + QUOTENAME(@t) + N' ON 1 = 1'
EXEC sys.sp_executesql @sql, N'@p INT', @p = 1
EXEC (N'DELETE FROM dbo.' + @table)
EXEC ('TRUNCATE TABLE dbo.C')
EXEC sp_executesql @stmt = N'EXEC (''UPDATE dbo.D SET x = 1'')'`;
    expect(uses(sql)).toEqual([
      'dbo.P WRITES_TO dbo.C',
      'dbo.P WRITES_TO dbo.D',
      'dbo.P READS_FROM dbo.A',
      'dbo.P READS_FROM dbo.B',
    ]);
  });

  it('returns the line of each first use', () => {
    const script = readSqlScript('SELECT 1\nFROM dbo.A\n\nEXEC dbo.P\nSELECT 1 FROM DBO.a');
    expect(script.uses.map(({ name, line }) => [writtenName(name), line])).toEqual([
      ['dbo.A', 2],
      ['dbo.P', 4],
    ]);
  });
});

describe('bad input', () => {
  it.each([
    ["SELECT * FROM dbo.A WHERE x = 'oops\nGO", 'line 1: unterminated string'],
    ['/* never closed', 'line 1: unterminated comment'],
    ['SELECT [x FROM t', 'line 1: unterminated quoted name'],
    ['SELECT *\nFROM WHERE x = 1', 'line 2: no table after FROM'],
    ['SELECT (1 + 2\nFROM t', 'line 1: an opening parenthesis without a closing one'],
    ['SELECT 1)', 'line 1: a closing parenthesis without an opening one'],
    ['CREATE PROCEDURE', 'line 1: no name after CREATE or ALTER'],
    ['CREATE TABLE (Id int)', 'line 1: no name after CREATE TABLE'],
    ['CREATE PROC p AS BEGIN SELECT 1', 'line 1: BEGIN without END in the definition that starts here'],
    [', x', 'line 1: unexpected “,”'],
  ])('%s', (sql, problem) => {
    expect(readSqlScript(sql).problems).toEqual([problem]);
  });

  it('keeps the parts before and after an error', () => {
    const sql = 'CREATE TABLE a (x int)\nGO\nSELECT FROM FROM (\nGO\nCREATE TABLE b (x int)';
    expect(objects(sql)).toEqual(['TABLE dbo.a 1-1', 'TABLE dbo.b 5-5']);
    expect(readSqlScript(sql).problems.length).toBeGreaterThan(0);
  });

  it('reads malicious nesting to its end', () => {
    const deep = `${'('.repeat(50_000)}SELECT 1${')'.repeat(50_000)} SELECT 1 FROM dbo.After`;
    expect(uses(`SELECT ${deep}`)).toEqual(['- READS_FROM dbo.After']);
    expect(uses(`SELECT 1 FROM ${'(LATERAL '.repeat(5_000)}`)).toEqual([]);
    expect(uses(`${'/*'.repeat(50_000)} x`)).toEqual([]);
    expect(uses(`${'WITH a AS ('.repeat(3_000)}`)).toEqual([]);
    expect(uses('WITH a ('.repeat(20_000))).toEqual([]);
    expect(uses("SET @a = QUOTENAME('a' + ".repeat(10_000))).toEqual([]);
    expect(
      objects(Array.from({ length: 20_000 }, (_, i) => `CREATE TABLE t${i}(x int)`).join('\n')),
    ).toHaveLength(20_000);
    expect(uses(`${'SET @a = (@a = '.repeat(5_000)}`)).toEqual([]);
  });

  it('never throws, and keeps lines inside the text', () => {
    const word = fc.constantFrom(
      ...'SELECT FROM WITH AS ( ) , ; . CREATE TABLE PROC ALTER TRIGGER ON BEGIN END CASE EXEC MERGE USING UPDATE SET DELETE INSERT INTO @x [a #t GO'.split(
        ' ',
      ),
      "'",
      '"',
      '--',
      '/*',
      '*/',
      '\n',
      '\nGO\n',
      'dbo.a',
      '$$',
      '=',
      'é',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const sql = words.join(' ');
        const lines = sql.split('\n').length;
        const script = readSqlScript(sql);
        for (const use of script.uses) expect(use.line).toBeLessThanOrEqual(lines);
        for (const { start, end, startLine, endLine } of script.objects) {
          expect(sql.slice(start, end)).toMatch(/^(create|alter)/i);
          expect(startLine).toBeLessThanOrEqual(endLine);
          expect(endLine).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: 500 },
    );
  });
});
