import { questionOf } from './question';

describe('a question about structure', () => {
  it.each([
    ['Who calls Client.send?', 'callers', ['Client.send']],
    ['Who calls POST /v1/orders?', 'callers', ['POST /v1/orders']],
    ['Which repositories call `GET /v1/orders/{id}`?', 'callers', ['GET /v1/orders/{id}']],
    ['Which function handles POST /v1/orders?', 'callees', ['POST /v1/orders']],
    ['Who calls the endpoint /orders/:id', 'callers', ['/orders/:id']],
    ['Which repositories use the package @acme/store?', 'usages', ['@acme/store']],
    ['Which services depend on itsdangerous?', 'usages', ['itsdangerous']],
    ['Which repositories call function dumps of package itsdangerous?', 'usages', ['itsdangerous.dumps']],
    ['Where is DATABASE_URL read?', 'readers', ['DATABASE_URL']],
    ['Which routes are there?', 'routes', []],
    ['What endpoints does shop expose?', 'routes', []],
    ['what calls `parse_line()`', 'callers', ['parse_line']],
    ['And who calls parse_line?', 'callers', ['parse_line']],
    ['ok, so what implements IInvoiceStore?', 'implementations', ['IInvoiceStore']],
    ['Which functions call the method Client.send?', 'callers', ['Client.send']],
    ['Where is openTurn called from?', 'callers', ['openTurn']],
    ['List all callers of libs/turn/src/turn.openTurn.', 'callers', ['libs/turn/src/turn.openTurn']],
    ['Show me the callers of Turn::open', 'callers', ['Turn::open']],
    ['What does handle_request call?', 'callees', ['handle_request']],
    ['Which procedures does dbo.Invoice_Cancel execute?', 'callees', ['dbo.Invoice_Cancel']],
    ['What implements IInvoiceStore?', 'implementations', ['IInvoiceStore']],
    ['Which classes extend the class BaseClient in the code base?', 'implementations', ['BaseClient']],
    ['Subclasses of Auth', 'implementations', ['Auth']],
    ['Where is the setting MAX_LENGTH read?', 'readers', ['MAX_LENGTH']],
    ['What reads dbo.Invoice?', 'readers', ['dbo.Invoice']],
    ['What writes to the table dbo.StockMovement?', 'writers', ['dbo.StockMovement']],
    ['What reads or writes the table Invoice?', 'accesses', ['Invoice']],
    ['Where is Timeout used?', 'usages', ['Timeout']],
    ['What breaks if I change build_request?', 'impact', ['build_request']],
    ['What would be affected by renaming Client.send?', 'impact', ['Client.send']],
    ['what depends on libs/sqlite', 'impact', ['libs/sqlite']],
    ['Which tests cover Client.send?', 'tests', ['Client.send']],
    ['Is parse_line covered by tests?', 'tests', ['parse_line']],
    ['Which tests cover the Recoverer middleware?', 'tests', ['Recoverer']],
    ['What breaks if I change the Throttle middleware?', 'impact', ['Throttle']],
    ['Wer ruft removeUploadedFiles auf?', 'callers', ['removeUploadedFiles']],
    ['Wer ruft die Funktion `Client.send()` auf', 'callers', ['Client.send']],
    ['Was passiert, wenn ich Pool.close ändere?', 'impact', ['Pool.close']],
    ['Wo wird MAX_AGE gelesen?', 'readers', ['MAX_AGE']],
    ['Qui appelle la méthode Client.send ?', 'callers', ['Client.send']],
    ['Où est définie Client ?', 'definitions', ['Client']],
    ['Who overrides readNumber of ToNumberStrategy?', 'implementations', ['ToNumberStrategy.readNumber']],
    ['Who calls `send()` in the class Client?', 'callers', ['Client.send']],
    ['Callers of close_all of Pool', 'callers', ['Pool.close_all']],
    ['What are the callers of Pool?', 'callers', ['Pool']],
    ['How does Client.get reach _send_single_request?', 'path', ['Client.get', '_send_single_request']],
    [
      'How does a request get from TurnsController.ask to SqliteGraphStore.walk?',
      'path',
      ['TurnsController.ask', 'SqliteGraphStore.walk'],
    ],
    ['How is walkGraph reached from ExpandAction?', 'path', ['ExpandAction', 'walkGraph']],
    ['What are all the callers of make_context?', 'callers', ['make_context']],
    ['Where does click call resolve_envvar_value?', 'callers', ['resolve_envvar_value']],
    ['Who raises BadParameter?', 'throws', ['BadParameter']],
    ['show me everything that calls node.findRoute', 'callers', ['node.findRoute']],
    ['where do we use get_current_context', 'usages', ['get_current_context']],
    ['Is JsonStreamParser used anywhere?', 'usages', ['JsonStreamParser']],
    ['What uses the UsageError exception?', 'usages', ['UsageError']],
    ['Where is the environment variable NO_COLOR read?', 'readers', ['NO_COLOR']],
    ['Where is Jwt:Key configured?', 'readers', ['Jwt:Key']],
    [
      'Is there a path from Mux.Use to Mux.updateRouteHandler?',
      'path',
      ['Mux.Use', 'Mux.updateRouteHandler'],
    ],
    ['Does parseReader eventually call doPeek?', 'path', ['parseReader', 'doPeek']],
    ['What are the entry points?', 'entry-points', []],
    ['What are the entry points of src/click?', 'entry-points', ['src/click']],
    ['Is there dead code in this project?', 'unused', []],
    ['Are there any circular dependencies between packages?', 'cycles', []],
    ['Which packages depend on each other?', 'cycles', []],
    ['Which middleware calls NewWrapResponseWriter?', 'callers', ['NewWrapResponseWriter']],
    ['what does middleware.Recoverer depend on?', 'callees', ['middleware.Recoverer']],
    ['What breaks if I change the signature of InsertRoute?', 'impact', ['InsertRoute']],
    ['How do we get from Gson.fromJson to Constructor.get?', 'path', ['Gson.fromJson', 'Constructor.get']],
    ['entry-points in apps/cli', 'entry-points', ['apps/cli']],
    ['Does Router.walk call itself?', 'path', ['Router.walk', 'Router.walk']],
    ['Is parseUnparsedAttributes recursive?', 'path', ['parseUnparsedAttributes', 'parseUnparsedAttributes']],
    ['Does addRegexpMatcher call uniqueVars directly?', 'path', ['addRegexpMatcher', 'uniqueVars']],
    ['Where is BodyTimeoutError thrown or created?', 'callers', ['BodyTimeoutError']],
    ['Who throws BodyTimeoutError?', 'throws', ['BodyTimeoutError']],
    ['Where is BodyTimeoutError raised?', 'throws', ['BodyTimeoutError']],
    ['Which exceptions can Body.read throw?', 'throws', ['Body.read']],
    ['What does Body.read raise?', 'throws', ['Body.read']],
    ['What errors does Body.read return?', 'throws', ['Body.read']],
    ['Which errors are raised by Body.read?', 'throws', ['Body.read']],
    ['Who creates BodyTimeoutError?', 'callers', ['BodyTimeoutError']],
    ['How often is uniqueVars called?', 'callers', ['uniqueVars']],
  ])('%s', (question, operation, names) => {
    expect(questionOf(question)).toEqual({ operation, names });
  });

  it.each([
    ['Which functions in the middleware folder are unused?', ['middleware']],
    ['Which unexported functions are never called?', []],
    ['Find unused functions in middleware', ['middleware']],
  ])('may ask for one kind of definitions: %s', (question, names) => {
    expect(questionOf(question)).toEqual({ operation: 'unused', names, kind: 'function' });
  });

  it('may name a file for its first name', () => {
    expect(questionOf('Who calls send in httpx/_client.py?')).toEqual({
      operation: 'callers',
      names: ['send'],
      file: 'httpx/_client.py',
    });
  });

  it('may name a file for its results', () => {
    expect(questionOf('In lib/dispatcher/proxy-agent.js, where is buildConnector called?')).toEqual({
      operation: 'callers',
      names: ['buildConnector'],
      within: 'lib/dispatcher/proxy-agent.js',
    });
  });

  it.each([
    'Who calls Client.send, and why?',
    'What happens to stock when an invoice is cancelled?',
    'How are citations verified?',
    'What calls it?',
    'How does the hop protocol refuse a duplicate?',
    'What does send call when the connection was closed by the server?',
    'Why does Client.send call close?',
    'Explain what calls Client.send does internally',
    `Who calls ${'x'.repeat(400)}?`,
    '',
  ])('is not: %s', (question) => {
    expect(questionOf(question)).toBeNull();
  });

  it('is recognised in time that grows with its length', () => {
    const hostile = `${'which the all '.repeat(30)}call ${'a.'.repeat(60)}`.slice(0, 300);
    expect(questionOf(hostile)).toBeNull();
  });
});
