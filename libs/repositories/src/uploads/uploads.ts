import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@quarry/turn';

/** Limit of one upload, in bytes. */
export const MAX_UPLOAD_BYTES = 256_000_000;
/** Limit of a tenant's uploads that no job has taken yet. */
const MOST_UPLOADS = 20;
/** An upload that no job takes is deleted after a day. */
const KEPT_MS = 86_400_000;
const ID = /^u[0-9a-z]{9}[0-9a-f]{16}$/;

/** Bytes that a caller sends in parts, to be indexed as a file or an archive. */
export interface Upload {
  readonly id: string;
  /** Name of the file, without folders. */
  readonly name: string;
  /** That have arrived. */
  readonly bytes: number;
}

/**
 * Uploads that have arrived, in a folder that gateways and indexers share. Scoped by tenant. Ids increase with time.
 *
 * @example
 * const { id } = await uploads.create('acme', 'shop.zip', Date.now());
 * await uploads.append('acme', id, 0, request);
 */
export class Uploads {
  constructor(private readonly folder: string) {}

  /**
   * @param name without a folder
   * @throws Fault `bad_request` for a name that cannot be a file's, `upload_limit`
   */
  async create(tenant: string, name: string, now: number): Promise<Upload> {
    if (!isFileName(name))
      throw new Fault(
        'bad_request',
        'filename must be the name of a file without folders: 1 to 200 characters, such as shop.zip.',
      );
    await this.makeRoom(tenant, now);
    const id = `u${now.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
    await mkdir(this.placeOf(tenant, id), { recursive: true, mode: 0o700 });
    await writeFile(this.fileOf(tenant, id), '', { flag: 'wx', mode: 0o600 });
    await writeFile(join(this.placeOf(tenant, id), 'name'), name, { mode: 0o600 });
    return { id, name, bytes: 0 };
  }

  /** @throws Fault `upload_unknown`, also for an upload of another tenant, and for one that another job has taken */
  async read(tenant: string, id: string): Promise<Upload> {
    const unknown = new Fault(
      'upload_unknown',
      `There is no upload '${id.slice(0, 64)}', or it is older than a day. Upload the file again.`,
    );
    if (!ID.test(id)) throw unknown;
    const name = await readFile(join(this.placeOf(tenant, id), 'name'), 'utf8').catch(() => null);
    if (name === null) throw unknown;
    const bytes = (await stat(this.fileOf(tenant, id)).catch(() => ({ size: 0 }))).size;
    return { id, name, bytes };
  }

  /**
   * Writes a part. If the part does not arrive completely, nothing of it stays.
   * @param offset where it begins: at most the bytes that have arrived; what was there is replaced
   * @throws Fault `upload_unknown`, `bad_request` for an offset beyond the end, `body_too_large`
   */
  async append(
    tenant: string,
    id: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Upload> {
    const upload = await this.read(tenant, id);
    if (offset > upload.bytes)
      throw new Fault(
        'bad_request',
        `Upload '${id}' has ${upload.bytes} bytes. Continue with offset=${upload.bytes}.`,
      );
    const file = await open(this.fileOf(tenant, id), 'r+').catch((cause: unknown) => {
      throw new Fault('bad_request', `Upload '${id}' is already being indexed. Start another upload.`, {
        cause,
      });
    });
    let end = offset;
    try {
      await file.truncate(offset);
      for await (const part of bytes) {
        end += part.length;
        if (end > MAX_UPLOAD_BYTES)
          throw new Fault(
            'body_too_large',
            `An upload has at most ${MAX_UPLOAD_BYTES / 1e6} MB. Index the folder itself, or a git URL.`,
          );
        await file.write(part, 0, part.length, end - part.length);
      }
    } catch (error) {
      await file.truncate(offset);
      throw error;
    } finally {
      await file.close();
    }
    return { ...upload, bytes: end };
  }

  /** The file with the bytes. It is gone once a job has taken it. */
  fileOf(tenant: string, id: string): string {
    return join(this.placeOf(tenant, id), 'body');
  }

  private async makeRoom(tenant: string, now: number): Promise<void> {
    const place = this.placeOf(tenant);
    const ids = (await readdir(place).catch((): readonly string[] => [])).filter((name) => ID.test(name));
    const isOld = (id: string): boolean => Number.parseInt(id.slice(1, 10), 36) < now - KEPT_MS;
    for (const id of ids.filter(isOld)) await rm(join(place, id), { recursive: true, force: true });
    const waiting = await Promise.all(
      ids.filter((id) => !isOld(id)).map((id) => stat(this.fileOf(tenant, id)).then(Boolean, () => false)),
    );
    if (waiting.filter(Boolean).length >= MOST_UPLOADS)
      throw new Fault(
        'upload_limit',
        `${MOST_UPLOADS} uploads wait to be indexed. Start a job for one of them; they are deleted after a day.`,
      );
  }

  private placeOf(tenant: string, id = ''): string {
    return join(this.folder, 'waiting', digest(tenant), id);
  }
}

/** The folder of a snapshot's uploads; each has a folder with its id. */
export function uploadsOf(
  folder: string,
  { repository, snapshot }: { readonly repository: string; readonly snapshot: string },
): string {
  return join(folder, 'kept', digest(JSON.stringify([repository, snapshot])));
}

/** Neither a path nor a hidden file, and shown in one line. */
function isFileName(name: string): boolean {
  return name.length <= 200 && /^[^./\\\p{Cc}\u2028\u2029\uFFFD][^/\\\p{Cc}\u2028\u2029\uFFFD]*$/u.test(name);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
