import { get } from '@quarry/connections/outbound';

const QUERY = 'info/refs?service=git-upload-pack';
const TYPE = 'application/x-git-upload-pack-advertisement';
const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

/**
 * Whether a URL that the operator names is that of a git repository rather than of a page: asks its server, as git
 * does.
 * Also true if the server does not reply or asks for a login: git then says what is wrong.
 */
export async function servesGit(text: string, signal: AbortSignal): Promise<boolean> {
  const folder = new URL(text);
  if (!folder.pathname.endsWith('/')) folder.pathname += '/';
  let url = new URL(QUERY, folder);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const reply = await get(
      url,
      { allowPrivate: true },
      {
        headers: { 'user-agent': 'git/quarry' },
        maxBytes: 0,
        timeoutMs: TIMEOUT_MS,
        signal,
        wants: () => false,
      },
    ).catch(() => null);
    if (!reply || reply.status === 401 || reply.status === 403) return true;
    const { location } = reply.headers;
    if (
      reply.status < 300 ||
      reply.status >= 400 ||
      location === undefined ||
      !URL.canParse(location, url.href)
    )
      return reply.headers['content-type'] === TYPE;
    url = new URL(location, url);
  }
  return false;
}
