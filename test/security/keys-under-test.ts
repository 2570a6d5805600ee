import { KeyService } from '@quarry/application/access';
import { INSTALLATION, openRecordStore } from '@quarry/record-store';
import { join } from 'node:path';

type Draft = Parameters<KeyService['create']>[0];

/** The keys of a data folder, managed like `quarry keys` does, while a gateway runs. */
export class Keys {
  private readonly store;
  readonly keys: KeyService;

  constructor(dataDir: string) {
    this.store = openRecordStore(`sqlite:${join(dataDir, 'records.db')}`);
    this.keys = new KeyService(this.store);
  }

  /** Creates a reader's key of `acme` with the given changes, as of the time `now`. */
  async make(
    change: Partial<Draft> = {},
    now = Date.now(),
  ): Promise<{ readonly key: string; readonly id: string }> {
    const { key, info } = await this.keys.create(
      {
        name: 'test',
        tenant: 'acme',
        role: 'reader',
        pipelines: null,
        repositories: null,
        limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null },
        expiresAt: null,
        ...change,
      },
      now,
    );
    return { key, id: info.id };
  }

  /** The stored form of a key's secret. */
  async digestOf(id: string): Promise<string> {
    const found = await this.store.get<{ readonly digest: string }>('api_key', INSTALLATION, id);
    if (!found) throw new Error(`There is no key ${id}.`);
    return found.value.digest;
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
