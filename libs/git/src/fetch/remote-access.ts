import { isolatedEnvironment, userEnvironment } from '../environment';
import type { RemoteAccess } from './remote';

/** Precede every call that talks to a server. No hook, submodule, redirect or background work. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'http.followRedirects=false',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=60',
  'protocol.version=2',
  'transfer.bundleURI=false',
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
];

/** Options of git itself; they precede the command. */
export function remoteOptions(url: URL, access: RemoteAccess): readonly string[] {
  const pinned = access.kind === 'public' ? [`http.curloptResolve=${resolveEntry(url, access.address)}`] : [];
  return [...SETTINGS, ...pinned].flatMap((setting) => ['-c', setting]);
}

/**
 * The environment of a call that talks to a server. The operator's access has the user's configuration, with credential
 * helpers, certificates and proxies. Public access has none of it: neither configuration nor `.netrc`.
 */
export function remoteEnvironment(folder: string, access: RemoteAccess): NodeJS.ProcessEnv {
  const own = { LC_ALL: 'C', GIT_DIR: folder, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
  // Without HOME, curl looks for `.netrc` in the home folder of the user.
  if (access.kind === 'public')
    return { ...isolatedEnvironment(), ...own, GIT_ALLOW_PROTOCOL: 'https', HOME: folder };
  return { ...userEnvironment(), ...own, GIT_ALLOW_PROTOCOL: 'http:https' };
}

/** As curl writes it: `host:port:address`, with brackets around an IPv6 address. */
function resolveEntry({ hostname, port }: URL, address: string): string {
  return `${hostname}:${port === '' ? '443' : port}:${address.includes(':') ? `[${address}]` : address}`;
}
