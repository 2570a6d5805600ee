import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, uploadsDirOf, type QuarryConfig } from '@quarry/platform';
import { Uploads, type Upload } from '@quarry/repositories';
import type { Caller } from '../access/caller';

/** Receives files and archives that callers send, until a job indexes them. Scoped by tenant. */
@Injectable()
export class UploadService {
  private readonly uploads: Uploads;

  constructor(@Inject(CONFIG) config: QuarryConfig) {
    this.uploads = new Uploads(uploadsDirOf(config));
  }

  /** @throws Fault as `Uploads.create`, and as `Uploads.append` */
  async begin({ tenant }: Caller, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Upload> {
    const { id } = await this.uploads.create(tenant, name, Date.now());
    return this.uploads.append(tenant, id, 0, bytes);
  }

  /** @throws Fault as `Uploads.append` */
  append({ tenant }: Caller, id: string, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<Upload> {
    return this.uploads.append(tenant, id, offset, bytes);
  }

  /** @throws Fault `upload_unknown` */
  find({ tenant }: Caller, id: string): Promise<Upload> {
    return this.uploads.read(tenant, id);
  }
}
