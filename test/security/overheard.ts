import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import type { Platform, QuarryConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import type { TestRedis } from '../redis/redis-server';
import { indexFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { leaksIn } from './echoes';

/** Secrets that may appear only in the requests that need them. */
export const CHAT_KEY = 'chat/canary+7d1f-Qz40';
export const EMBEDDER_KEY = 'embed/canary+7d1f-Kw93';
export const PASSWORD = 'store/canary+7d1f-Vb58';
export const CLIENT_KEY = 'client/canary+7d1f-Hs27';
export const WRONG_KEY = 'wrong/canary+7d1f-Nj61';
/** An API key of Elasticsearch whose secret is {@link PASSWORD}. */
export const ENCODED_KEY = Buffer.from(`id:${PASSWORD}`).toString('base64');

/** Occurrences of the secrets in a text, in any form in which a server repeats them. */
export const leaks = (text: string): readonly string[] =>
  leaksIn(text, [CHAT_KEY, EMBEDDER_KEY, PASSWORD, CLIENT_KEY, WRONG_KEY, ENCODED_KEY]);

/** Records the responses to a client. */
export type Tell = (what: unknown) => void;
export type Attack = (
  gateway: Running & { readonly url: string },
  tell: Tell,
  platform: Platform,
) => Promise<void>;

/** An index, models that need keys, and gateways whose whole output is recorded. */
export class Overheard {
  private constructor(
    private readonly fixture: Awaited<ReturnType<typeof indexFixture>>,
    readonly model: ScriptedModel,
    readonly embedder: ScriptedModel,
  ) {}

  static async start(): Promise<Overheard> {
    return new Overheard(
      await indexFixture('test/fixtures/dotnet-shop/app'),
      await startScriptedModel({ replies: [] }),
      await startScriptedModel({ replies: [] }),
    );
  }

  get dataDir(): string {
    return this.fixture.dataDir;
  }

  settings(): Partial<QuarryConfig> {
    return {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: this.model.baseUrl,
      chatApiKey: CHAT_KEY,
      embedderUrl: `openai:${this.embedder.baseUrl}#embed`,
      embedderApiKey: EMBEDDER_KEY,
      apiKeys: { [CLIENT_KEY]: 'acme' },
      rateLimit: 0,
      failedAttempts: 1_000_000,
      logLevel: 'error',
    };
  }

  /**
   * All output to clients, the log and the data folder during an attack on a private gateway.
   * @param except files that need a secret, by the beginning of their names
   */
  async during(attack: Attack, more: Partial<QuarryConfig> = {}, except?: string): Promise<string> {
    const told: string[] = [];
    const tell: Tell = (what) => void told.push(typeof what === 'string' ? what : JSON.stringify(what));
    let platform!: Platform;
    const settings = { ...this.settings(), ...more };
    const gateway = await startGateway(this.fixture.dataDir, settings, (opened) => (platform = opened));
    // All levels, regardless of the settings.
    Logger.overrideLogger(loggerTo(told));
    try {
      await attack(gateway, tell, platform);
      for (const route of ['GET /v1/turns', 'GET /v1/sessions', 'GET /health/ready', 'GET /v1/caller'])
        tell((await call(gateway.url, route, { key: CLIENT_KEY })).body);
    } finally {
      await gateway.close();
    }
    return [...told, ...this.files(except), process.title, process.argv.join(' ')].join('\n');
  }

  private files(except?: string): string[] {
    return readdirSync(this.fixture.dataDir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && (except === undefined || !file.name.startsWith(except)))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
  }

  async stop(): Promise<void> {
    await this.model.close();
    await this.embedder.close();
    await this.fixture.remove();
  }
}

/** Every key of a Redis with its value, as dumped to disk. */
export async function entriesOf(redis: TestRedis): Promise<readonly string[]> {
  const client = redis.client();
  try {
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThan(5);
    // A counter of requests may have expired since it was listed.
    const dump = async (key: string) => (await client.dumpBuffer(key)) as Buffer | null;
    return await Promise.all(
      keys.map(async (key) => `${key} ${(await dump(key))?.toString('latin1') ?? ''}`),
    );
  } finally {
    client.disconnect();
  }
}

function loggerTo(lines: string[]): LoggerService {
  const note = (...parts: unknown[]): void =>
    void lines.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
  return { log: note, error: note, warn: note, debug: note, verbose: note, fatal: note };
}
