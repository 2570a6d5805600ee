import type { Client } from 'openapi-fetch';
import { optionsWith, newKey, bodyOf, type CallOptions, type FollowOptions } from './calls';
import { followEvents } from './followed-events';
import type {
  BeginIndexJobDto,
  IndexJobCancelledDto,
  IndexJobDto,
  paths,
  RepositoryDto,
  SnapshotDto,
  UploadDto,
} from './generated/api';

/**
 * One event of an indexing job, such as `job.progress`. Continue after its `id`. See docs/indexing.md for the fields.
 */
export interface IndexJobEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly [field: string]: unknown;
}

/** Repositories, their snapshots, and the jobs that index them. */
export class IndexApi {
  constructor(private readonly api: Client<paths>) {}

  /** Repositories that the caller may read. */
  async repositories(options: CallOptions = {}): Promise<readonly RepositoryDto[]> {
    return bodyOf((await this.api.GET('/v1/repositories', options)).data).repositories;
  }

  async snapshots(name: string, options: CallOptions = {}): Promise<readonly SnapshotDto[]> {
    const params = { path: { name } };
    return bodyOf((await this.api.GET('/v1/repositories/{name}/snapshots', { params, ...options })).data)
      .snapshots;
  }

  /**
   * Sends a file or an archive, or its first part, at most what arrives within a minute; `begin` a job with its id.
   * @param filename its ending says what it is: `.zip`, `.tar`, `.tar.gz` and `.tgz` are unpacked
   */
  async startUpload(
    filename: string,
    bytes: Uint8Array<ArrayBuffer>,
    options: CallOptions = {},
  ): Promise<UploadDto> {
    const params = { query: { filename } };
    return bodyOf((await this.api.POST('/v1/uploads', { params, ...raw(bytes), ...options })).data);
  }

  /** Sends the next part of an upload. @param offset its `bytes` so far; what was there is replaced */
  async addToUpload(
    id: string,
    offset: number,
    bytes: Uint8Array<ArrayBuffer>,
    options: CallOptions = {},
  ): Promise<UploadDto> {
    const params = { path: { id }, query: { offset } };
    return bodyOf((await this.api.PATCH('/v1/uploads/{id}', { params, ...raw(bytes), ...options })).data);
  }

  /** Requests the indexing of a source. Repeating the same key starts nothing new. */
  async begin(job: BeginIndexJobDto, idempotencyKey = newKey()): Promise<IndexJobDto> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    return bodyOf((await this.api.POST('/v1/index-jobs', { body: job, params })).data);
  }

  /** Jobs, newest first. */
  async jobs(options: CallOptions = {}): Promise<readonly IndexJobDto[]> {
    return bodyOf((await this.api.GET('/v1/index-jobs', options)).data).jobs;
  }

  async job(id: string, options: CallOptions = {}): Promise<IndexJobDto> {
    return bodyOf((await this.api.GET('/v1/index-jobs/{id}', { params: { path: { id } }, ...options })).data);
  }

  /** The events of a job, from the start or after an event, then live until its end. */
  progress(jobId: string, { after, signal }: FollowOptions = {}): AsyncGenerator<IndexJobEvent> {
    return followEvents<IndexJobEvent>({
      ...(after === undefined ? {} : { after }),
      ...optionsWith(signal),
      isLast: ({ type }) => type === 'job.finished',
      read: (id, data) => ({ ...(JSON.parse(data) as IndexJobEvent), id }),
      open: async (last, aborted) => {
        const header = last === undefined ? {} : { header: { 'Last-Event-ID': last } };
        const params = { path: { id: jobId }, ...header };
        const route = '/v1/index-jobs/{id}/events';
        return (await this.api.GET(route, { params, parseAs: 'stream', ...optionsWith(aborted) })).response;
      },
    });
  }

  /** Requests the cancellation of a job; `cancelled` is false if it was over. */
  async cancel(id: string): Promise<IndexJobCancelledDto> {
    return bodyOf((await this.api.POST('/v1/index-jobs/{id}/cancel', { params: { path: { id } } })).data);
  }
}

/** A body of bytes, which the generated types call a text. */
function raw(bytes: Uint8Array<ArrayBuffer>): {
  readonly body: string;
  readonly bodySerializer: () => Uint8Array<ArrayBuffer>;
  readonly headers: { readonly 'Content-Type': string };
} {
  return {
    body: '',
    bodySerializer: () => bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
  };
}
