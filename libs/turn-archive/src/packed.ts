import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Maximum size of an unpacked document: a turn has 1 MB, its log a few. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A document as adapters store it: compressed JSON. A turn of 1 MB shrinks to about a fifth. */
export async function pack(document: unknown): Promise<Buffer> {
  return deflate(JSON.stringify(document), { level: 4 });
}

/** The caller knows the type from the document's position. */
export async function unpack<Document>(packed: Uint8Array): Promise<Document> {
  const json = await inflate(packed, { maxOutputLength: MAX_BYTES });
  return JSON.parse(json.toString('utf8')) as Document;
}
