import { Fault } from '@quarry/turn';

/**
 * `host:port` of a Redis URL, without credentials: for messages.
 * @param setting the setting with the URL, e.g. `REDIS_URL`
 * @throws Fault `setup_failed` if it is not a Redis URL; the message omits the value, which may contain a password
 */
export function redisAddress(setting: string, url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new Fault(
      'setup_failed',
      `${setting} must look like redis://host:6379 or rediss://user:password@host:6379 (the value is not shown here).`,
    );
  }
  return `${parsed.hostname}:${parsed.port || '6379'}`;
}

/** The password of a Redis URL as it is sent. */
export function redisPassword(url: string): string | undefined {
  const password = URL.parse(url)?.password ?? '';
  try {
    return decodeURIComponent(password) || undefined;
  } catch {
    return password;
  }
}
