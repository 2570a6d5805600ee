/** The methods of an interface: name → parameters and results, as Go writes their types. */
export type MethodTypes = Readonly<Record<string, string>>;

const READER = { Read: '([]byte) (int, error)' };
const WRITER = { Write: '([]byte) (int, error)' };
const CLOSER = { Close: '() error' };
const SEEKER = { Seek: '(int64, int) (int64, error)' };
const SORT = { Len: '() int', Less: '(int, int) bool', Swap: '(int, int)' };

/**
 * Interfaces of Go's standard library that programs implement often, by package and name. A type implements one by its
 * methods alone, so that these say what an index without the library cannot.
 */
const GO_INTERFACES: Readonly<Record<string, MethodTypes>> = {
  error: { Error: '() string' },
  'context.Context': {
    Deadline: '() (time.Time, bool)',
    Done: '() <-chan struct{}',
    Err: '() error',
    Value: '(any) any',
  },
  'driver.Valuer': { Value: '() (driver.Value, error)' },
  'encoding.BinaryMarshaler': { MarshalBinary: '() ([]byte, error)' },
  'encoding.BinaryUnmarshaler': { UnmarshalBinary: '([]byte) error' },
  'encoding.TextMarshaler': { MarshalText: '() ([]byte, error)' },
  'encoding.TextUnmarshaler': { UnmarshalText: '([]byte) error' },
  'flag.Value': { String: '() string', Set: '(string) error' },
  'fmt.Formatter': { Format: '(fmt.State, rune)' },
  'fmt.GoStringer': { GoString: '() string' },
  'fmt.Stringer': { String: '() string' },
  'fs.FS': { Open: '(string) (fs.File, error)' },
  'fs.FileInfo': {
    Name: '() string',
    Size: '() int64',
    Mode: '() fs.FileMode',
    ModTime: '() time.Time',
    IsDir: '() bool',
    Sys: '() any',
  },
  'heap.Interface': { ...SORT, Push: '(any)', Pop: '() any' },
  'http.CookieJar': { SetCookies: '(*url.URL, []*http.Cookie)', Cookies: '(*url.URL) []*http.Cookie' },
  'http.FileSystem': { Open: '(string) (http.File, error)' },
  'http.Flusher': { Flush: '()' },
  'http.Handler': { ServeHTTP: '(http.ResponseWriter, *http.Request)' },
  'http.Hijacker': { Hijack: '() (net.Conn, *bufio.ReadWriter, error)' },
  'http.Pusher': { Push: '(string, *http.PushOptions) error' },
  'http.ResponseWriter': { ...WRITER, Header: '() http.Header', WriteHeader: '(int)' },
  'http.RoundTripper': { RoundTrip: '(*http.Request) (*http.Response, error)' },
  'io.ByteReader': { ReadByte: '() (byte, error)' },
  'io.ByteWriter': { WriteByte: '(byte) error' },
  'io.Closer': CLOSER,
  'io.ReadCloser': { ...READER, ...CLOSER },
  'io.ReadSeeker': { ...READER, ...SEEKER },
  'io.ReadWriteCloser': { ...READER, ...WRITER, ...CLOSER },
  'io.ReadWriter': { ...READER, ...WRITER },
  'io.Reader': READER,
  'io.ReaderAt': { ReadAt: '([]byte, int64) (int, error)' },
  'io.ReaderFrom': { ReadFrom: '(io.Reader) (int64, error)' },
  'io.RuneReader': { ReadRune: '() (rune, int, error)' },
  'io.Seeker': SEEKER,
  'io.StringWriter': { WriteString: '(string) (int, error)' },
  'io.WriteCloser': { ...WRITER, ...CLOSER },
  'io.Writer': WRITER,
  'io.WriterAt': { WriteAt: '([]byte, int64) (int, error)' },
  'io.WriterTo': { WriteTo: '(io.Writer) (int64, error)' },
  'json.Marshaler': { MarshalJSON: '() ([]byte, error)' },
  'json.Unmarshaler': { UnmarshalJSON: '([]byte) error' },
  'net.Addr': { Network: '() string', String: '() string' },
  'net.Error': { Error: '() string', Timeout: '() bool', Temporary: '() bool' },
  'net.Listener': { Accept: '() (net.Conn, error)', Addr: '() net.Addr', ...CLOSER },
  'slog.Handler': {
    Enabled: '(context.Context, slog.Level) bool',
    Handle: '(context.Context, slog.Record) error',
    WithAttrs: '([]slog.Attr) slog.Handler',
    WithGroup: '(string) slog.Handler',
  },
  'sort.Interface': SORT,
  'sql.Scanner': { Scan: '(any) error' },
  'sync.Locker': { Lock: '()', Unlock: '()' },
  'xml.Marshaler': { MarshalXML: '(*xml.Encoder, xml.StartElement) error' },
  'xml.Unmarshaler': { UnmarshalXML: '(*xml.Decoder, xml.StartElement) error' },
};

/** A name that says enough without its package: of several words, or the one that everybody knows. */
const TELLING = /\p{Ll}\p{Lu}|^Stringer$/u;

/** The interface that a name means: `http.Handler`, `net/http.Handler`, or `ResponseWriter`, which one package has. */
export function goInterface(
  name: string,
): { readonly name: string; readonly methods: MethodTypes } | undefined {
  const wanted = name.slice(name.lastIndexOf('/') + 1);
  const known = Object.entries(GO_INTERFACES).filter(
    ([full]) => full === wanted || (TELLING.test(wanted) && full.endsWith(`.${wanted}`)),
  );
  const [only] = known;
  return only === undefined || known.length > 1 ? undefined : { name: only[0], methods: only[1] };
}
