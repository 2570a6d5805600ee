import { factsOf, graphOf } from '../link/testing/graph-of';

const CSHARP = {
  'Core/Money.cs': `namespace Shop.Core;

/// <summary>An amount.</summary>
public readonly struct Money
{
    public int Cents { get; init; }
    public Money Plus(Money other) => new Money { Cents = Cents + other.Cents };
    public Money Plus(int cents) => Plus(new Money { Cents = cents });
    public static Money Zero => new();
}

public enum Status { Open, Closed }

[System.AttributeUsage(System.AttributeTargets.Class)]
public class AuditedAttribute : System.Attribute { }
`,
  'Core/Repository.cs': `using System.Collections.Generic;

namespace Shop.Core
{
    public interface IRepository<T>
    {
        T Find(int id);
    }

    public abstract class Repository<T> : IRepository<T>
    {
        protected readonly List<T> Items = new();
        public virtual T Find(int id) => Items[id];
        protected void Save() { }
    }
}
`,
  'App/InvoiceService.cs': `using Shop.Core;
using Amounts = Shop.Core.Money;

namespace Shop.App
{
    public record Line(string Name, Money Price);

    [Audited]
    public partial class InvoiceService : Repository<Line>
    {
        private readonly IRepository<Line> _lines, _old;

        public InvoiceService(IRepository<Line> lines) { _lines = lines; }

        /* Sums up. */
        public Money Total(int id)
        {
            var line = _lines.Find(id);
            var sum = Amounts.Zero;
            foreach (var item in Items) sum = sum.Plus(item.Price);
            Save();
            if (Ready(Status.Open)) sum = sum.Plus(1);
            return sum;
            bool Ready(Status status) => status == Status.Closed;
        }
    }
}
`,
  'App/InvoiceService.Print.cs': `namespace Shop.App
{
    public partial class InvoiceService
    {
        public string Print(int id) => Total(id).Plus(Core.Money.Zero).ToString();
    }

    static class Program
    {
        static void Main() => new InvoiceService(null).Print(1);
    }
}
`,
};

describe('C#: namespaces, partial classes, records, local functions', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(CSHARP);
    expect(nodes).toEqual([
      'Shop.Core.Money|TYPE 3-10',
      'Shop.Core.Money.Cents|FIELD 6-6',
      'Shop.Core.Money.Plus(Money)|METHOD 7-7',
      'Shop.Core.Money.Plus(int)|METHOD 8-8',
      'Shop.Core.Money.Zero|FIELD 9-9',
      'Shop.Core.Status|TYPE 12-12',
      'Shop.Core.Status.Open|FIELD 12-12',
      'Shop.Core.Status.Closed|FIELD 12-12',
      'Shop.Core.AuditedAttribute|TYPE 14-15',
      'Shop.Core.IRepository|TYPE 5-8',
      'Shop.Core.IRepository.Find|METHOD 7-7',
      'Shop.Core.Repository|TYPE 10-15',
      'Shop.Core.Repository.Items|FIELD 12-12',
      'Shop.Core.Repository.Find|METHOD 13-13',
      'Shop.Core.Repository.Save|METHOD 14-14',
      'Shop.App.Line|TYPE 6-6',
      'Shop.App.Line.Name|FIELD 6-6',
      'Shop.App.Line.Price|FIELD 6-6',
      'Shop.App.InvoiceService~2|TYPE 8-26',
      'Shop.App.InvoiceService._lines|FIELD 11-11',
      'Shop.App.InvoiceService._old|FIELD 11-11',
      'Shop.App.InvoiceService.InvoiceService|METHOD 13-13',
      'Shop.App.InvoiceService.Total|METHOD 15-25',
      'Shop.App.InvoiceService.Total.Ready|FUNCTION 24-24',
      'Shop.App.InvoiceService|TYPE 3-6',
      'Shop.App.InvoiceService.Print|METHOD 5-5',
      'Shop.App.Program|TYPE 8-11',
      'Shop.App.Program.Main|METHOD 10-10',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(CSHARP);
    expect(edges).toEqual([
      'Shop.Core.Money.Plus(Money)|METHOD USES Shop.Core.Money.Cents|FIELD',
      'Shop.Core.Money.Plus(int)|METHOD CALLS Shop.Core.Money.Plus(Money)|METHOD',
      'Shop.Core.Money.Plus(int)|METHOD CALLS Shop.Core.Money.Plus(int)|METHOD',
      'Shop.Core.Repository|TYPE IMPLEMENTS Shop.Core.IRepository|TYPE',
      'Shop.Core.Repository.Find|METHOD USES Shop.Core.Repository.Items|FIELD',
      'App/InvoiceService.cs|FILE IMPORTS Core/Money.cs|FILE',
      'App/InvoiceService.cs|FILE IMPORTS Core/Repository.cs|FILE',
      'Shop.App.Line|TYPE USES Shop.Core.Money|TYPE',
      'Shop.App.InvoiceService~2|TYPE USES Shop.Core.AuditedAttribute|TYPE',
      'Shop.App.InvoiceService~2|TYPE USES Shop.App.Line|TYPE',
      'Shop.App.InvoiceService~2|TYPE INHERITS Shop.Core.Repository|TYPE',
      'Shop.App.InvoiceService._old|FIELD USES Shop.App.Line|TYPE',
      'Shop.App.InvoiceService._old|FIELD USES Shop.Core.IRepository|TYPE',
      'Shop.App.InvoiceService.InvoiceService|METHOD USES Shop.App.InvoiceService._lines|FIELD',
      'Shop.App.InvoiceService.InvoiceService|METHOD USES Shop.App.Line|TYPE',
      'Shop.App.InvoiceService.InvoiceService|METHOD USES Shop.Core.IRepository|TYPE',
      'Shop.App.InvoiceService.Total|METHOD USES Shop.Core.Money|TYPE',
      'Shop.App.InvoiceService.Total|METHOD USES Shop.App.InvoiceService._lines|FIELD',
      'Shop.App.InvoiceService.Total|METHOD CALLS Shop.Core.IRepository.Find|METHOD',
      'Shop.App.InvoiceService.Total|METHOD USES Shop.Core.Money.Zero|FIELD',
      'Shop.App.InvoiceService.Total|METHOD CALLS Shop.Core.Money.Plus(Money)|METHOD',
      'Shop.App.InvoiceService.Total|METHOD CALLS Shop.Core.Money.Plus(int)|METHOD',
      'Shop.App.InvoiceService.Total|METHOD USES Shop.Core.Repository.Items|FIELD',
      'Shop.App.InvoiceService.Total|METHOD CALLS Shop.Core.Repository.Save|METHOD',
      'Shop.App.InvoiceService.Total|METHOD CALLS Shop.App.InvoiceService.Total.Ready|FUNCTION',
      'Shop.App.InvoiceService.Total|METHOD USES Shop.Core.Status.Open|FIELD',
      'Shop.App.InvoiceService.Total.Ready|FUNCTION USES Shop.Core.Status.Closed|FIELD',
      'Shop.App.InvoiceService.Total.Ready|FUNCTION USES Shop.Core.Status|TYPE',
      'Shop.App.InvoiceService.Print|METHOD CALLS Shop.App.InvoiceService.Total|METHOD',
      'Shop.App.InvoiceService.Print|METHOD CALLS Shop.Core.Money.Plus(Money)|METHOD',
      'Shop.App.InvoiceService.Print|METHOD CALLS Shop.Core.Money.Plus(int)|METHOD',
      'Shop.App.Program.Main|METHOD CALLS Shop.App.InvoiceService.InvoiceService|METHOD',
      'Shop.App.Program.Main|METHOD CALLS Shop.App.InvoiceService.Print|METHOD',
      'Shop.App.Program.Main|METHOD USES Shop.App.InvoiceService|TYPE',
      'Shop.App.Program.Main|METHOD USES Shop.App.InvoiceService~2|TYPE',
    ]);
  });
});

describe('a generic type and a plain one of the same name', () => {
  it('are two bases, and two types that are used', async () => {
    const { edges } = await graphOf({
      'A.cs': 'namespace S;\nabstract class Base { }\nabstract class Base<T> : Base { }\n',
      'B.cs':
        'namespace S;\nclass Plain : Base { }\nclass Typed : Base<int> { }\nclass Held {\n  Base one;\n  Base<int> two;\n}\n',
    });
    expect(edges.filter((edge) => /INHERITS|USES/.test(edge)).toSorted()).toEqual([
      'S.Base<T>|TYPE INHERITS S.Base|TYPE',
      'S.Held.one|FIELD USES S.Base|TYPE',
      'S.Held.two|FIELD USES S.Base<T>|TYPE',
      'S.Plain|TYPE INHERITS S.Base|TYPE',
      'S.Typed|TYPE INHERITS S.Base<T>|TYPE',
    ]);
  });

  it('reads a method with `params` of a collection, as of an array', async () => {
    const [facts] = await factsOf({
      'Log.cs': `class Builder
{
    Builder Say(string format, params object[] args) { return this; }
#if NET9_0_OR_GREATER
    Builder Say([Hint(false)] string format, params ReadOnlySpan<object?> args) { return this; }
#endif
}
`,
    });
    expect(facts?.problem).toBeUndefined();
    expect(facts?.nodes.filter(({ name }) => name === 'Say')).toHaveLength(2);
  });
});
