import fc from 'fast-check';
import { roleOf, type NameRole } from './name-role';

describe('roleOf', () => {
  it.each<[string, string, NameRole | null]>([
    ['class LazyFile:', 'LazyFile', 'defines'],
    ['    public int MaxTypes { get; set; } = 100;', 'MaxTypes', 'sets'],
    ['    public Lifetime Lifetime { get; private set; } = Lifetime.Transient;', 'Lifetime', 'sets'],
    ['export abstract class Client<T> {', 'Client', 'defines'],
    ['async def send(self):', 'Client.send', 'defines'],
    ['func (c *Command) SetOutput(output io.Writer) {', 'SetOutput', 'defines'],
    ['type PositionalArgs func(cmd *Command) error', 'PositionalArgs', 'defines'],
    ['  public static void checkValid(double value) {', 'checkValid', 'defines'],
    ['CREATE PROCEDURE dbo.Invoice_Cancel @Id INT', 'Invoice_Cancel', 'defines'],
    ['impl Searcher {', 'Searcher', null],
    ['pub struct Searcher {', 'Searcher', 'defines'],
    ['static COUNT: AtomicBool', 'COUNT', 'defines'],
    ['        internal static Command ForCallback(object? parameters)', 'Command', null],
    ['## Active Help', 'Active Help', 'defines'],
    ['\tReportCaller bool', 'ReportCaller', 'defines'],
    ['\tFillPercent float64 // share of a page', 'FillPercent', 'defines'],
    ['\tOut io.Writer', 'Out', 'defines'],
    ['\tHooks LevelHooks', 'Hooks', 'defines'],
    ['\tctx *Context,', 'ctx', null],
    ['\tName, Path string `json:"name"`', 'Name', 'defines'],
    ['\tSortingFunc func([]string)', 'SortingFunc', 'defines'],
    ['  readonly maxPayload?: number;', 'maxPayload', 'defines'],
    ['  private final Excluder excluder;', 'excluder', 'defines'],
    ['\treturn Hooks', 'Hooks', null],
    ['  level: number,', 'level', null],
    ['Out io.Writer', 'Out', null],
    ['    Out of bounds', 'Out', null],
    ['\tlogger.Out.Write(serialized)', 'Out', null],
    ['const MAX_SIZE = 10000', 'MAX_SIZE', 'sets'],
    ['        minimum_size: int = 500,', 'minimum_size', 'sets'],
    ['enforceActions: boolean | "always" = true', 'enforceActions', 'sets'],
    ['  depthLimit: 5,', 'depthLimit', 'sets'],
    ['    allow_args = False', 'allow_args', 'sets'],
    ['var Duration = 5 * time.Second', 'Duration', 'sets'],
    ['private String datePattern = DEFAULT_DATE_PATTERN;', 'date pattern', 'sets'],
    ['MAX_WAIT = sys.maxsize / 2', 'MAX_WAIT', 'sets'],
    ['  private static final Pattern DATE_PATTERN = compile(text);', 'DATE_PATTERN', 'sets'],
    ['if MAX_WAIT == limit:', 'MAX_WAIT', null],
    ['        color: t.Optional[bool] = None,', 'color', 'empties'],
    ['    this.serializeNulls = true;', 'serializeNulls', 'assigns'],
    ['# `retries` is 5 by default.', 'retries', 'documents'],
    ['if timeout == 5:', 'timeout', null],
    ['await client.send(timeout);', 'timeout', null],
    ['const result = LazyFile(name)', 'LazyFile', null],
    ['class Lazy:', 'LazyFile', null],
  ])('%j, %s: %s', (line, name, role) => {
    expect(roleOf(line, name)).toBe(role);
  });

  it('reads the documentation of a parameter on', () => {
    const after = ['     Click. This is for pages only.', '     This defaults to 80 characters.'];
    expect(roleOf('    :param max_width: the maximum width of', 'max_width', after)).toBe('documents');
    expect(roleOf('    wrap(max_width)', 'max_width', after)).toBeNull();
    expect(roleOf('#### `depthLimit` (Number)', 'depthLimit', ['', 'Default: `5`'])).toBe('documents');
  });

  it('knows a property whose accessors stand below it', () => {
    expect(roleOf('        protected bool IsReady', 'IsReady', ['        {', 'get'])).toBe('defines');
    expect(roleOf('        protected bool IsReady', 'IsReady', ['        && isOpen'])).toBeNull();
    expect(roleOf('        if (IsReady', 'IsReady', ['        {'])).toBeNull();
  });

  it('takes any name and any line', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (line, name) => {
        expect([null, 'defines', 'sets', 'empties', 'assigns', 'documents']).toContain(
          roleOf(`${line}${name}`, name),
        );
      }),
    );
    expect(roleOf(`x: ${'a '.repeat(50_000)}`, 'x')).toBeNull();
  });
});
