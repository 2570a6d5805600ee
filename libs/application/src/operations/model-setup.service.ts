import { Inject, Injectable } from '@nestjs/common';
import { addressOf, parseTarget } from '@quarry/connections/outbound';
import {
  CONFIG,
  LOCAL_SERVERS,
  runningServers,
  serverModels,
  settingsOf,
  storedChat,
  tryModel,
  writeSettingsFile,
  type FoundServer,
  type ModelChoice,
  type QuarryConfig,
} from '@quarry/platform';
import { Fault, toFault } from '@quarry/turn';

/** A chat model as it is shown: never with its key. */
export interface ShownModel {
  readonly provider: string;
  /** Empty for the usual server of the provider. */
  readonly baseUrl: string;
  readonly name: string;
}

export interface ModelSetup {
  /** The model that this gateway uses; null without one. */
  readonly current: ShownModel | null;
  /** The model of the settings file; null without one. */
  readonly stored: ShownModel | null;
  /** Where it is stored; null if it cannot be. */
  readonly file: string | null;
  /** Whether the environment describes a model, which takes precedence over the file. */
  readonly overridden: boolean;
}

/** What a model server is asked with. */
export interface WantedServer {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Finds model servers, tries a model, and stores it for the next start: what `quarry setup --model` does. */
@Injectable()
export class ModelSetupService {
  constructor(@Inject(CONFIG) private readonly config: QuarryConfig) {}

  /** @throws Fault `bad_request` if the settings file cannot be read */
  state(): ModelSetup {
    const { chatProvider, chatBaseUrl = '', chatModel } = this.config;
    const { file, isOverridden, model } = storedChat();
    return {
      current:
        chatModel === undefined || chatProvider === 'extractive'
          ? null
          : { provider: chatProvider, baseUrl: chatBaseUrl, name: chatModel },
      ...{ stored: model, file, overridden: isOverridden },
    };
  }

  /**
   * The servers of this machine that answer, at their usual ports; with a base URL, that server.
   * @throws Fault `bad_request` for a host that may not be asked, or that does not list its models
   */
  async servers(wanted: WantedServer | null, signal: AbortSignal): Promise<readonly FoundServer[]> {
    if (wanted === null) return runningServers();
    const baseUrl = await this.checked(wanted.baseUrl);
    return [
      { name: baseUrl, baseUrl, models: await ofRequest(serverModels({ ...wanted, baseUrl }, signal)) },
    ];
  }

  /**
   * Stores a model that has replied to one call, for the next start of this user's processes.
   * @returns the milliseconds that the call took
   * @throws Fault `bad_request` without a file to store it in, for a host that may not be asked, or if the call fails
   */
  async store(choice: ModelChoice, signal: AbortSignal): Promise<number> {
    const file = fileOf();
    const baseUrl = await this.checked(choice.baseUrl);
    const tried = { ...choice, baseUrl };
    const took = await ofRequest(tryModel(tried, signal));
    await writeSettingsFile(file, 'chat', settingsOf(tried));
    return took;
  }

  /** Removes the stored model. @throws Fault `bad_request` without a file */
  async forget(): Promise<void> {
    await writeSettingsFile(fileOf(), 'chat', null);
  }

  /** A base URL under the rules of webhooks, or of a model server of this machine. */
  private async checked(text: string): Promise<string> {
    const baseUrl = text.replace(/\/$/, '');
    if (LOCAL_SERVERS.some((local) => local.baseUrl === baseUrl)) return baseUrl;
    const rules = { allowPrivate: this.config.webhookAllowPrivate === 'on' };
    await addressOf(parseTarget(baseUrl, rules), rules);
    return baseUrl;
  }
}

/** What fails at a server that the request names is a fault of the request, whose sender may read the reason. */
async function ofRequest<Result>(asked: Promise<Result>): Promise<Result> {
  return asked.catch((cause: unknown) => {
    throw new Fault('bad_request', toFault(cause).message, { cause });
  });
}

function fileOf(): string {
  const { file } = storedChat();
  if (file !== null) return file;
  throw new Fault(
    'bad_request',
    'This gateway has no settings file: set QUARRY_SETTINGS to a file, or describe the model with QUARRY_CHAT_PROVIDER, QUARRY_CHAT_BASE_URL and QUARRY_CHAT_MODEL.',
  );
}
