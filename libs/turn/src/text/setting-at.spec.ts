import { settingAt } from './setting-at';
import { roleOf, settingNamed } from './name-role';

describe('settingNamed', () => {
  it.each<[string, string, string | null]>([
    ['const CLOSE_TIMEOUT = 30_000;', 'close timeout', 'CLOSE_TIMEOUT'],
    ['const closeTimeoutMs = 30 * 1000;', 'close timeout', 'closeTimeoutMs'],
    ['    DEFAULT_BACKOFF_MAX = 120', 'backoff maximum', 'DEFAULT_BACKOFF_MAX'],
    ['        backoff_factor: float = 0,', 'backoff factor', 'backoff_factor'],
    ['\tdefaultRetryMax = 4', 'max retries', 'defaultRetryMax'],
    ['  maxPayload: 100 * 1024 * 1024,', 'maximum payload size', 'maxPayload'],
    ['  maxRedirects: 10,', 'maximum redirects', 'maxRedirects'],
    ['const RETRY_LIMIT: u32 = 3;', 'maximum retries', 'RETRY_LIMIT'],
    ['  Duration pollInterval = Duration.ofSeconds(5);', 'poll interval', 'pollInterval'],
    ['const POLL_INTERVAL: Duration = Duration::from_millis(50);', 'poll interval', 'POLL_INTERVAL'],
    ['  closeTimeout: options.closeTimeout,', 'close timeout', null],
    ['  this.closeTimeout = 30;', 'close timeout', null],
    ['  if (closeTimeout === 30) {', 'close timeout', null],
    ['  maxPayload: 100,', 'minimum payload size', null],
    ['  maxRedirectsSeen: 10,', 'maximum redirects', null],
    ['  wait(closeTimeout);', 'close timeout', null],
  ])('%j, %s: %s', (line, words, name) => {
    expect(settingNamed(line, words)).toBe(name);
  });

  it('a value that stands elsewhere is assigned, not stated', () => {
    expect(roleOf('  closeTimeout: options,', 'close timeout')).toBe('assigns');
    expect(roleOf('  closeTimeout: 30,', 'close timeout')).toBe('sets');
  });
});

describe('settingAt', () => {
  it.each([
    [['retry: {', '  limit: 2,'], 'retry limit', 'retry.limit'],
    [['retries:', '  # most', '  limit: 2'], 'retry limit', null],
    [['retry:', '  # most', '  limit: 2'], 'retry limit', 'retry.limit'],
    [['const http2 = {', '  port: 8080,'], 'http2 port', 'http2.port'],
    [['timeout: {', '  connect: 5,', '  limit: 2'], 'retry limit', null],
    [['retry: {', '  limits: other,'], 'retry limit', null],
    [['retry: {', '  call(limit = 2)'], 'retry limit', null],
    [['limit: 2'], 'retry limit', null],
  ])('%j, %s: %s', (lines, words, name) => {
    expect(settingAt(lines, lines.length - 1, words)).toBe(name);
  });
});
