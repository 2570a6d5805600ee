/** Longer addresses are not those of a repository. */
const MAX_LENGTH = 2_000;

/** `git@github.com:acme/shop.git`, the short form of an SSH address. */
const SHORT_SSH = /^(?:[\w.+-]+@)?([\w.-]+):(?!\/\/)\/?([^\s?#]+)$/;

/**
 * The page of a repository on the web, by the address from which git fetches it: over `https:`, without user, password
 * and `.git`. Null for a path of this machine and for anything that is no address of a server.
 * @example
 * webUrlOf('git@github.com:acme/shop.git');              // 'https://github.com/acme/shop'
 * webUrlOf('https://ann:secret@gitlab.com/acme/shop');   // 'https://gitlab.com/acme/shop'
 */
export function webUrlOf(remote: string): string | null {
  const text = remote.trim();
  if (text.length > MAX_LENGTH) return null;
  const short = SHORT_SSH.exec(text);
  // Without a dot, it is a drive of Windows, or a host that only the SSH configuration of the user knows.
  if (short?.[1]?.includes('.') === true) return webUrlOf(`ssh://${short[1]}/${short[2] ?? ''}`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:', 'ssh:', 'git:'].includes(url.protocol)) return null;
  const path = url.pathname.replace(/\/$/, '').replace(/\.git$/, '');
  if (url.hostname === '' || path === '') return null;
  // The port of SSH or git is not that of the web server.
  const ofWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return `${url.protocol === 'http:' ? 'http' : 'https'}://${ofWeb ? url.host : url.hostname}${path}`;
}
