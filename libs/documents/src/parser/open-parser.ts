import { Fault } from '@quarry/turn';
import { doclingProtocol } from './docling/docling-protocol';
import type { DocumentParser, ParserOptions } from './document-parser';
import { ServerParser, type ParserProtocol } from './server-parser';
import { tikaProtocol } from './tika/tika-protocol';

const PROTOCOLS: Readonly<Record<string, ParserProtocol>> = { docling: doclingProtocol, tika: tikaProtocol };

/**
 * Opens a document parser by URL: `docling:http://HOST:PORT` (Docling Serve), `tika:http://HOST:PORT` (Apache Tika), or
 * `none`, which returns null. Opens no connection yet.
 * @throws Fault `store_unknown` for any other URL, with the supported forms; it never repeats the URL
 *
 * @example
 * const parser = openDocumentParser('tika:http://localhost:9998');
 */
export function openDocumentParser(url: string, options: ParserOptions = {}): DocumentParser | null {
  if (url === 'none') return null;
  const at = url.indexOf(':');
  const [kind, address] = [url.slice(0, at), url.slice(at + 1)];
  const protocol = Object.hasOwn(PROTOCOLS, kind) ? PROTOCOLS[kind] : undefined;
  const parsed = URL.canParse(address) ? new URL(address) : null;
  if (!protocol || !parsed || !/^https?:$/.test(parsed.protocol)) throw unknown('is no URL of a parser');
  if (parsed.username !== '' || parsed.password !== '') throw unknown('contains credentials');
  return new ServerParser(protocol, address.replace(/\/$/, ''), options);
}

function unknown(why: string): Fault {
  return new Fault(
    'store_unknown',
    `DOCUMENT_PARSER_URL ${why}; supported: none, docling:http://HOST:PORT, tika:http://HOST:PORT`,
  );
}
