import { factsOf, graphOf } from '../link/testing/graph-of';
import { linkFacts } from '../link/link-facts';

const MAPPER = `using System.Data;
namespace Data {
  public struct Command { public string Text; }
  public static class Mapper {
    public static dynamic Query(this IDbConnection cnn, string sql, object param = null) => null;
    public static T Query<T>(this IDbConnection cnn, string sql, object param = null) => default;
    public static T Query<T>(this IDbConnection cnn, Command command) => default;
    public static R Query<A, B, R>(this IDbConnection cnn, string sql, Func<A, B, R> map, object param = null) => default;
    public static int Run(this IDbConnection cnn, string sql) => 0;
    public static int CountWords(this string text) => 0;
    public static class Settings {
      public static int? Timeout { get; set; }
      public static int Size { get; set; } = 1;
      public static void Reset() { Timeout = null; }
    }
  }
}
`;

/** `line: from KIND to, confidence` of the edges that one file states, without those that define. */
async function edgesIn(path: string, text: string): Promise<readonly string[]> {
  const graph = linkFacts(await factsOf({ 'Mapper.cs': MAPPER, [path]: text }));
  const short = (key: string) =>
    key
      .replace(/^\w+:/, '')
      .replace(/^Data\./, '')
      .replace(/\|\w+$/, '');
  return graph
    .filter((file) => file.path === path)
    .flatMap((file) => file.edges)
    .filter(({ kind }) => kind === 'CALLS' || kind === 'USES')
    .map(
      ({ from, to, kind, line, confidence }) =>
        `${line}: ${short(from)} ${kind} ${short(to)}${confidence === undefined ? '' : `, ${confidence}`}`,
    );
}

describe('C#: extension methods', () => {
  it('are called on values of their type, by the overload that the types and arguments fit', async () => {
    const edges = await edgesIn(
      'App.cs',
      `using Data;
class App {
  IDbConnection db;
  void Typed() { db.Query<int>("select 1"); }
  void Untyped() { db.Query("select 1", new { id = 1 }); }
  void Mapped() { db.Query<int, string, App>("select", (a, b) => null); }
  void ByCommand(Command command) { db.Query<int>(command); }
}
`,
    );
    expect(edges.filter((edge) => edge.includes(' CALLS '))).toEqual([
      '4: App.Typed CALLS Mapper.Query(IDbConnection,string,object)~2',
      '5: App.Untyped CALLS Mapper.Query(IDbConnection,string,object)',
      '6: App.Mapped CALLS Mapper.Query(IDbConnection,string,Func<A,B,R>,object)',
      // What a variable is does not tell overloads apart.
      '7: App.ByCommand CALLS Mapper.Query(IDbConnection,Command)',
      '7: App.ByCommand CALLS Mapper.Query(IDbConnection,string,object)~2',
    ]);
  });

  it('are called probably on a type of a library with a like name, and on a value of unknown type', async () => {
    const edges = await edgesIn(
      'App.cs',
      `using Data;
class Own : SqlConnection { }
class App {
  void Like(DbConnection db) { db.Run("x"); }
  void Derived(Own db) { db.Run("x"); }
  void Unknown() { var db = Pool.Rent(); db.Run("x"); }
  void Other(HttpClient db) { db.Run("x"); }
  void Static() { Engine.Run("x"); }
  void Number(int n) { n.CountWords(); }
}
`,
    );
    expect(edges.filter((edge) => edge.includes(' CALLS '))).toEqual([
      '4: App.Like CALLS Mapper.Run, 0.9',
      '5: App.Derived CALLS Mapper.Run, 0.9',
      '6: App.Unknown CALLS Mapper.Run, 0.7',
    ]);
  });

  it('do not hide a method of the type, and are not guessed where another method has the name', async () => {
    const edges = await edgesIn(
      'App.cs',
      `using Data;
class Job { public void Run(string name) { } }
class App {
  void Own(Job job) { job.Run("x"); }
  void Unknown() { var x = Pool.Rent(); x.Run("x"); }
}
`,
    );
    expect(edges.filter((edge) => edge.includes(' CALLS '))).toEqual(['4: App.Own CALLS Job.Run']);
  });
});

describe('C#: fields and properties', () => {
  it('are used by any number of names before them, and by their own name within their type and the types around', async () => {
    const edges = await edgesIn(
      'App.cs',
      `namespace Data;
partial class App {
  int size = 1;
  int Three() { return Mapper.Settings.Timeout.Value; }
  void Write() { Data.Mapper.Settings.Size = size; }
  class Inner { int Outer() => size; }
  int Local() { var size = 2; return size; }
  object Initialized() => new Other { size = 3 };
}
partial class App { bool Part() => size > 1; }
`,
    );
    expect(edges.filter((edge) => / USES \S+\.(?:Timeout|Size|size)$/.test(edge))).toEqual([
      '4: App.Three USES Mapper.Settings.Timeout',
      '5: App.Write USES App.size',
      '5: App.Write USES Mapper.Settings.Size',
      '6: App.Inner.Outer USES App.size',
      '10: App.Part USES App.size',
    ]);
  });

  it('are used through a value of a known type, once for each definition', async () => {
    const { edges } = await graphOf({
      'Mapper.cs': MAPPER,
      'App.cs':
        'namespace Data;\nclass App { string Of(Command one, Unknown two) => one.Text + one.Text + two.Text; }\n',
    });
    expect(edges.filter((edge) => edge.endsWith('Text|FIELD'))).toEqual([
      'Data.App.Of|METHOD USES Data.Command.Text|FIELD',
    ]);
  });
});
