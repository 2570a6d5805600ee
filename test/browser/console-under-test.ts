import type { QuarryConfig } from '@quarry/platform';
import { startGateway } from '../api/gateway-under-test';
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
  /** Sets the speed of the model. */
  pace(pace: Pace): void;
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
    pace: (pace) => model.play(shopModel(pace)),
    close: async () => {
      await gateway.close();
      await model.close();
      await fixture.remove();
      await repository.remove();
    },
  };
}
