import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page by its HTML, or what answers a request for it. */
export type Served = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface SiteServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What is served at each path; can be changed while it runs. */
  readonly pages: Map<string, Served>;
  /** `GET /guide.html 200`, in the order of the requests. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Serves pages on 127.0.0.1 as a documentation site does: with ETags, and 304 for those that have not changed. */
export async function startSite(pages: Readonly<Record<string, Served>>): Promise<SiteServer> {
  const served = new Map(Object.entries(pages));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.once('finish', () => requests.push(`${request.method ?? ''} ${path} ${response.statusCode}`));
    const page = served.get(path);
    if (page === undefined)
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    else if (typeof page === 'function') page(request, response);
    else {
      const etag = `"${createHash('sha256').update(page).digest('hex').slice(0, 16)}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
      else response.writeHead(200, { 'content-type': typeOf(path), etag }).end(page);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, pages: served, requests },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** A page as generators of documentation make it: navigation, main part, footer. */
export function page(title: string, main: string, links: readonly string[] = []): string {
  const nav = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  return (
    `<!doctype html><html><head><title>${title}</title></head><body><nav><p>Navigation of the site</p><ul>${nav}</ul></nav>` +
    `<main><h1 id="top">${title}</h1>${main}</main><footer>Made by a generator</footer></body></html>`
  );
}

function typeOf(path: string): string {
  if (path.endsWith('.xml')) return 'application/xml';
  return path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8';
}
