import { stringLiterals } from './csharp-literals';
import { loadLanguages } from './languages';

const SOURCE = `namespace A;
[Table("Invoice", Schema = "dbo")]
class Repo {
  const string All = "select *\\n" + "from \\"Invoice\\"";
  void Load(int id) {
    Run(@"exec ""dbo"".Load", $"where id = {id} and name = \\u0041");
    Run("""
      raw "text"
      """);
  }
}
`;

it('reads every kind of string, concatenated ones as one, with its line and definition', async () => {
  await loadLanguages();
  expect(stringLiterals('a.cs', SOURCE)).toEqual([
    { text: 'Invoice', line: 2, from: 'csharp:A.Repo|TYPE' },
    { text: 'dbo', line: 2, from: 'csharp:A.Repo|TYPE' },
    { text: 'select *\nfrom "Invoice"', line: 4, from: 'csharp:A.Repo.All|FIELD' },
    { text: 'exec "dbo".Load', line: 6, from: 'csharp:A.Repo.Load|METHOD' },
    { text: 'where id = {} and name = A', line: 6, from: 'csharp:A.Repo.Load|METHOD' },
    { text: '\n      raw "text"\n      ', line: 7, from: 'csharp:A.Repo.Load|METHOD' },
  ]);
});
