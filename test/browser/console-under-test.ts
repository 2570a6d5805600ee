import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { OwnerSessions } from '@quarry/application/access';
import { runIndex } from '@quarry/indexer/run';
import { readConfig, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { defined } from '@quarry/turn';
import { SOURCES, startGateway } from '../api/gateway-under-test';
import { indexFixture, joinedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { builtConsole } from './built-console';
import { shopModel, type Pace } from './shop-model';

/**
 * A gateway with the console, over an index of the shop's code and of two reports, with a model that knows a few
 * questions.
 */
export interface ConsoleUnderTest {
  readonly url: string;
  readonly model: ScriptedModel;
  /** What the gateway indexes, as it is called in the stores, and its records. */
  readonly repository: string;
  readonly records: RecordStore;
  /** Sets the speed of the model. */
  pace(pace: Pace): void;
  /** Replaces files of the repository and indexes it again, by default as the same snapshot. */
  change(files: Readonly<Record<string, string>>, snapshot?: string): Promise<void>;
  /** The code of a link as `quarry serve` prints it, for the person who started the gateway. */
  invite(): string;
  close(): Promise<void>;
}

/** By default, answers arrive at once. */
const AT_ONCE: Pace = { deltaSize: 200, ms: 1 };

export async function startConsole(settings: Partial<QuarryConfig> = {}): Promise<ConsoleUnderTest> {
  builtConsole();
  const repository = await joinedFixture('dotnet-shop/app', 'reports');
  const fixture = await indexFixture(repository.folder);
  const model = await startScriptedModel({ replies: shopModel(AT_ONCE) });
  const gateway = await startGateway(fixture.dataDir, {
    chatProvider: 'openai',
    chatModel: 'scripted-1',
    chatBaseUrl: model.baseUrl,
    ...settings,
  });
  return {
    url: gateway.url,
    model,
    repository: fixture.repository,
    records: gateway.app.get<RecordStore>(RECORD_STORE),
    pace: (pace) => model.play(shopModel(pace)),
    change: async (files, snapshot) => {
      for (const [file, text] of Object.entries(files))
        writeFileSync(path.join(repository.folder, file), text);
      const { dataDir, repository: name } = fixture;
      const listener = {
        signal: new AbortController().signal,
        progress: () => undefined,
        note: () => undefined,
      };
      const config = readConfig({ dataDir, embedderUrl: 'none' }, {});
      const request = { root: repository.folder, repository: name, by: 'cli', ...defined({ snapshot }) };
      await runIndex(config, request, listener, SOURCES);
    },
    invite: () => gateway.app.get(OwnerSessions).invite(),
    close: async () => {
      await gateway.close();
      await model.close();
      await fixture.remove();
      await repository.remove();
    },
  };
}
