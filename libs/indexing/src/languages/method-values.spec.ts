import { graphOf } from '../link/testing/graph-of';

async function used(files: Readonly<Record<string, string>>, by: string): Promise<readonly string[]> {
  const { edges } = await graphOf(files);
  return edges
    .flatMap((edge) => {
      const [from, to] = edge.split(' USES ');
      return to !== undefined && from?.startsWith(by) && /\|(?:METHOD|FUNCTION|FIELD)$/.test(to) ? [to] : [];
    })
    .toSorted();
}

describe('methods as values', () => {
  it('are uses in Go: handlers, callbacks and fields of functions, but no fields that are read', async () => {
    // As chi and cobra register handlers and hooks.
    const files = {
      'go.mod': 'module shop\n',
      'server.go': `package shop

import "net/http"

type Server struct { mux *http.ServeMux; name string; run func() }

func (s *Server) routes(log *Log) {
	s.mux.HandleFunc("/a", s.list)
	s.mux.Handle("/b", http.HandlerFunc(s.show))
	log.on(s.name, log.write)
	s.run = s.start
	go s.stop()
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) {}
func (s *Server) show(w http.ResponseWriter, r *http.Request) {}
func (s *Server) start() {}
func (s *Server) stop() {}

type Log struct{}

func (l *Log) write(text string) {}
func (l *Log) on(name string, f func(string)) {}
`,
    };
    expect(await used(files, 'shop.Server.routes')).toEqual([
      'shop.Log.write|METHOD',
      'shop.Server.list|METHOD',
      'shop.Server.show|METHOD',
      'shop.Server.start|METHOD',
    ]);
  });

  it('are uses in C#: events, delegates and arguments, as fields are, but no locals or parameters', async () => {
    const files = {
      'Shop.cs': `namespace Shop;

public class Window {
  public event EventHandler Closed;
  private Store store = new Store();
  private int count;

  public void Open(Action done, List<Order> orders) {
    Closed += OnClosed;
    Closed += this.OnLater;
    orders.ForEach(store.Write);
    orders.Select(Total);
    Run(done, count);
    Action again = done;
    Run(again, count);
  }

  private void OnClosed(object sender, EventArgs e) {}
  private void OnLater(object sender, EventArgs e) {}
  private static int Total(Order order) => 1;
  private void Run(Action done, int count) {}
}

public class Store {
  public void Write(Order order) {}
}
`,
    };
    expect(await used(files, 'Shop.Window.Open')).toEqual([
      'Shop.Store.Write|METHOD',
      'Shop.Window.Closed|FIELD',
      'Shop.Window.OnClosed|METHOD',
      'Shop.Window.OnLater|METHOD',
      'Shop.Window.Total|METHOD',
      'Shop.Window.count|FIELD',
      'Shop.Window.store|FIELD',
    ]);
  });
});
