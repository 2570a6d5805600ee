import { Fault } from '@quarry/turn';
import type { SensitivityModel } from '@quarry/repositories';

const ENTRY = /^([^\s=]{1,100})=(chat|local|none)$/;

/**
 * Parses `sensitivity=model` pairs, separated by commas, lowest sensitivity first.
 * @throws Fault `bad_request`
 * @example
 * sensitivityModels('confidential=local,restricted=none');
 */
export function sensitivityModels(value: string): readonly SensitivityModel[] {
  const entries = value.split(',').map((pair): SensitivityModel => {
    const [, sensitivity, model] = ENTRY.exec(pair.trim()) ?? [];
    if (sensitivity !== undefined && (model === 'chat' || model === 'local' || model === 'none'))
      return { sensitivity, model };
    throw new Fault(
      'bad_request',
      `QUARRY_SENSITIVITY_MODELS must be a list of SENSITIVITY=MODEL pairs, separated by commas, lowest sensitivity first; models: chat, local, none. This is not such a pair: '${pair.trim().slice(0, 60)}'.`,
    );
  });
  if (new Set(entries.map(({ sensitivity }) => sensitivity)).size < entries.length)
    throw new Fault('bad_request', 'QUARRY_SENSITIVITY_MODELS names a sensitivity twice.');
  return entries;
}

/**
 * Checks that each named model is configured.
 * @throws Fault `bad_request`
 */
export function checkSensitivityModels(config: {
  readonly sensitivityModels: readonly SensitivityModel[];
  readonly localChatBaseUrl?: string;
  readonly localChatModel?: string;
}): void {
  const { localChatBaseUrl: url, localChatModel: model } = config;
  if ((url === undefined) !== (model === undefined))
    throw new Fault(
      'bad_request',
      'A local model needs both its endpoint and its name: set QUARRY_LOCAL_CHAT_BASE_URL and QUARRY_LOCAL_CHAT_MODEL.',
    );
  const isNamed = config.sensitivityModels.some((entry) => entry.model === 'local');
  if (isNamed && url === undefined)
    throw new Fault(
      'bad_request',
      'QUARRY_SENSITIVITY_MODELS names the model `local`, but none is configured: set QUARRY_LOCAL_CHAT_BASE_URL and QUARRY_LOCAL_CHAT_MODEL.',
    );
}
