import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Fault } from '@quarry/turn';
import { checkIssuer } from './access-settings';
import { besideHistory, defaultStores, findDataDir } from './data-folder';
import { readEnvironment } from './environment';
import { QuarryConfig } from './quarry-config';
import { checkSensitivityModels } from './sensitivity-models';
import { withSettingsFile } from './settings-file';

/**
 * Reads the configuration. `overrides` (command-line options) win over the environment, which wins over the settings
 * file of the user, which wins over the defaults.
 * @param use `serve`: turns are recorded and outlive the process, unless set otherwise; `command`: turns end with the
 *   command
 * @throws Fault `bad_request` that names each invalid setting
 * @example
 * const { dataDir, port } = readConfig({ logLevel: 'silent' });
 */
export function readConfig(
  overrides: Partial<QuarryConfig> = {},
  env: NodeJS.ProcessEnv = process.env,
  use: 'serve' | 'command' = 'command',
): QuarryConfig {
  const merged: Record<string, unknown> = {
    ...readEnvironment(withSettingsFile(env)),
    ...overrides,
  };
  const dataDir = findDataDir(overrides.dataDir, env);
  const chatProvider =
    merged['chatProvider'] ?? (merged['chatModel'] === undefined ? 'extractive' : 'openai');
  const known = { ...defaultStores(dataDir), chatProvider, ...merged, dataDir };
  const config = plainToInstance(QuarryConfig, known);
  if (use === 'serve' && merged['carrier'] === undefined) config.carrier = 'embedded';
  if (use === 'command' && config.carrier === 'embedded') config.carrier = 'memory';
  // Turns of one session may run on several machines, which share the cache if they share the queues.
  if (config.carrier === 'bullmq' && merged['sessionCacheUrl'] === undefined)
    config.sessionCacheUrl = config.redisUrl;
  if (merged['goldenStoreUrl'] === undefined)
    config.goldenStoreUrl = besideHistory(config.historyStoreUrl, dataDir, 'golden.db');
  if (merged['recordStoreUrl'] === undefined)
    config.recordStoreUrl = besideHistory(config.historyStoreUrl, dataDir, 'records.db');
  if (merged['turnArchiveUrl'] === undefined)
    config.turnArchiveUrl = besideHistory(config.historyStoreUrl, dataDir, 'turns.db');
  const problems = validateSync(config).flatMap((problem) => Object.values(problem.constraints ?? {}));
  if (problems.length > 0)
    throw new Fault(
      'bad_request',
      `The configuration is wrong: ${problems.join('; ')}. See docs/configuration.md.`,
    );
  if (config.chatProvider !== 'extractive' && config.chatModel === undefined) {
    throw new Fault(
      'bad_request',
      `QUARRY_CHAT_PROVIDER is '${config.chatProvider}' but no model is named: set QUARRY_CHAT_MODEL.`,
    );
  }
  if ((config.claimCheckerModel === undefined) !== (config.claimCheckerBaseUrl === undefined)) {
    throw new Fault(
      'bad_request',
      'A checker of claims needs both its endpoint and its model: set QUARRY_CLAIM_CHECKER_BASE_URL and QUARRY_CLAIM_CHECKER_MODEL.',
    );
  }
  checkSensitivityModels(config);
  checkIssuer(config);
  return config;
}
