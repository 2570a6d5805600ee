/** The methods of an interface: name → parameters and results, as Go writes their types. */
export type MethodTypes = Readonly<Record<string, string>>;

const READER = { Read: '([]byte) (int, error)' };
const WRITER = { Write: '([]byte) (int, error)' };
const CLOSER = { Close: '() error' };
const SEEKER = { Seek: '(int64, int) (int64, error)' };
const HASH = {
  ...WRITER,
  Sum: '([]byte) []byte',
  Reset: '()',
  Size: '() int',
  BlockSize: '() int',
};
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
  'driver.Result': { LastInsertId: '() (int64, error)', RowsAffected: '() (int64, error)' },
  'driver.Valuer': { Value: '() (driver.Value, error)' },
  'encoding.BinaryMarshaler': { MarshalBinary: '() ([]byte, error)' },
  'encoding.BinaryUnmarshaler': { UnmarshalBinary: '([]byte) error' },
  'encoding.TextMarshaler': { MarshalText: '() ([]byte, error)' },
  'encoding.TextUnmarshaler': { UnmarshalText: '([]byte) error' },
  'flag.Getter': { String: '() string', Set: '(string) error', Get: '() any' },
  'flag.Value': { String: '() string', Set: '(string) error' },
  'fmt.Formatter': { Format: '(fmt.State, rune)' },
  'fmt.GoStringer': { GoString: '() string' },
  'fmt.Stringer': { String: '() string' },
  'fs.DirEntry': {
    Name: '() string',
    IsDir: '() bool',
    Type: '() fs.FileMode',
    Info: '() (fs.FileInfo, error)',
  },
  'fs.FS': { Open: '(string) (fs.File, error)' },
  'fs.File': { Stat: '() (fs.FileInfo, error)', ...READER, ...CLOSER },
  'fs.FileInfo': {
    Name: '() string',
    Size: '() int64',
    Mode: '() fs.FileMode',
    ModTime: '() time.Time',
    IsDir: '() bool',
    Sys: '() any',
  },
  'fs.ReadDirFS': { Open: '(string) (fs.File, error)', ReadDir: '(string) ([]fs.DirEntry, error)' },
  'fs.ReadDirFile': {
    Stat: '() (fs.FileInfo, error)',
    ...READER,
    ...CLOSER,
    ReadDir: '(int) ([]fs.DirEntry, error)',
  },
  'fs.ReadFileFS': { Open: '(string) (fs.File, error)', ReadFile: '(string) ([]byte, error)' },
  'fs.StatFS': { Open: '(string) (fs.File, error)', Stat: '(string) (fs.FileInfo, error)' },
  'hash.Hash': HASH,
  'hash.Hash32': { ...HASH, Sum32: '() uint32' },
  'hash.Hash64': { ...HASH, Sum64: '() uint64' },
  'heap.Interface': { ...SORT, Push: '(any)', Pop: '() any' },
  'http.CookieJar': { SetCookies: '(*url.URL, []*http.Cookie)', Cookies: '(*url.URL) []*http.Cookie' },
  'http.File': {
    ...READER,
    ...CLOSER,
    ...SEEKER,
    Readdir: '(int) ([]fs.FileInfo, error)',
    Stat: '() (fs.FileInfo, error)',
  },
  'http.FileSystem': { Open: '(string) (http.File, error)' },
  'http.Flusher': { Flush: '()' },
  'http.Handler': { ServeHTTP: '(http.ResponseWriter, *http.Request)' },
  'http.Hijacker': { Hijack: '() (net.Conn, *bufio.ReadWriter, error)' },
  'http.Pusher': { Push: '(string, *http.PushOptions) error' },
  'http.ResponseWriter': { ...WRITER, Header: '() http.Header', WriteHeader: '(int)' },
  'http.RoundTripper': { RoundTrip: '(*http.Request) (*http.Response, error)' },
  'image.Image': {
    ColorModel: '() color.Model',
    Bounds: '() image.Rectangle',
    At: '(int, int) color.Color',
  },
  'io.ByteReader': { ReadByte: '() (byte, error)' },
  'io.ByteScanner': { ReadByte: '() (byte, error)', UnreadByte: '() error' },
  'io.ByteWriter': { WriteByte: '(byte) error' },
  'io.Closer': CLOSER,
  'io.ReadCloser': { ...READER, ...CLOSER },
  'io.ReadSeekCloser': { ...READER, ...SEEKER, ...CLOSER },
  'io.ReadSeeker': { ...READER, ...SEEKER },
  'io.ReadWriteCloser': { ...READER, ...WRITER, ...CLOSER },
  'io.ReadWriteSeeker': { ...READER, ...WRITER, ...SEEKER },
  'io.ReadWriter': { ...READER, ...WRITER },
  'io.Reader': READER,
  'io.ReaderAt': { ReadAt: '([]byte, int64) (int, error)' },
  'io.ReaderFrom': { ReadFrom: '(io.Reader) (int64, error)' },
  'io.RuneReader': { ReadRune: '() (rune, int, error)' },
  'io.RuneScanner': { ReadRune: '() (rune, int, error)', UnreadRune: '() error' },
  'io.Seeker': SEEKER,
  'io.StringWriter': { WriteString: '(string) (int, error)' },
  'io.WriteCloser': { ...WRITER, ...CLOSER },
  'io.WriteSeeker': { ...WRITER, ...SEEKER },
  'io.Writer': WRITER,
  'io.WriterAt': { WriteAt: '([]byte, int64) (int, error)' },
  'io.WriterTo': { WriteTo: '(io.Writer) (int64, error)' },
  'json.Marshaler': { MarshalJSON: '() ([]byte, error)' },
  'json.Unmarshaler': { UnmarshalJSON: '([]byte) error' },
  'net.Addr': { Network: '() string', String: '() string' },
  'net.Conn': {
    ...READER,
    ...WRITER,
    ...CLOSER,
    LocalAddr: '() net.Addr',
    RemoteAddr: '() net.Addr',
    SetDeadline: '(time.Time) error',
    SetReadDeadline: '(time.Time) error',
    SetWriteDeadline: '(time.Time) error',
  },
  'net.Error': { Error: '() string', Timeout: '() bool', Temporary: '() bool' },
  'net.Listener': { Accept: '() (net.Conn, error)', Addr: '() net.Addr', ...CLOSER },
  'os.Signal': { String: '() string', Signal: '()' },
  'rand.Source': { Int63: '() int64', Seed: '(int64)' },
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

/** Names that the standard library has for what another one of its packages defines. */
const ALIASES: Readonly<Record<string, string>> = {
  'os.DirEntry': 'fs.DirEntry',
  'os.FileInfo': 'fs.FileInfo',
  'os.FileMode': 'fs.FileMode',
};

/**
 * A type with the names by which the standard library defines what it names.
 * @example
 * withoutAliases('() os.FileInfo'); // '() fs.FileInfo'
 */
export function withoutAliases(type: string): string {
  return type.replace(/\bos\.(?:DirEntry|FileInfo|FileMode)\b/g, (name) => ALIASES[name] ?? name);
}

/**
 * The methods of an interface of the standard library, by the path of its package: `io.Reader`, `net/http.Handler`, and
 * `error`, which has none. Undefined for any other name, also of a package elsewhere with the same last part.
 */
export function goInterfaceIn(path: string): MethodTypes | undefined {
  // The paths of packages outside of the standard library begin with a host.
  const [host = '', ...names] = path.split('/');
  if (names.length > 0 && host.includes('.')) return undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = ALIASES[name] ?? name;
  return Object.hasOwn(GO_INTERFACES, known) ? GO_INTERFACES[known] : undefined;
}

/**
 * The interfaces that have a method of that name, each with the parameters and results of that method; those with the
 * fewest methods first.
 */
export function goInterfacesWith(method: string): readonly (readonly [name: string, types: string])[] {
  return Object.entries(GO_INTERFACES)
    .toSorted(([, a], [, b]) => Object.keys(a).length - Object.keys(b).length)
    .flatMap(([name, methods]) => {
      const types = Object.hasOwn(methods, method) ? methods[method] : undefined;
      return types === undefined ? [] : [[name, types] as const];
    });
}

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
