import { Option, type Command } from 'commander';
import { clearanceFrom, KeyService, presentKey, ROLES, type Role } from '@quarry/application/access';
import type { Immutable, KeyDto } from '@quarry/client';
import { suggestion } from '@quarry/pipeline';
import { findDataDir, openStores, readConfig, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { makeDataDir } from '../data-dir';
import { amount, collect, integer, withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderKeys } from '../render-keys';
import type { CommandContext, Terminal } from '../terminal';

interface KeysOptions {
  readonly data?: string;
  readonly json?: boolean;
}

interface CreateOptions extends KeysOptions {
  readonly tenant: string;
  readonly role: Role;
  readonly pipeline?: readonly string[];
  readonly repository?: readonly string[];
  readonly groups?: string;
  readonly sensitivity?: string;
  readonly allLabels?: boolean;
  readonly days?: number;
  readonly requestsPerMinute?: number;
  readonly turnsAtOnce?: number;
  readonly tokensPerDay?: number;
  readonly costPerDay?: number;
}

const DAY_MS = 86_400_000;

const ABOUT = `
Roles, each including the previous one:
  reader      asks questions, reads the turns and sessions of its tenant
  maintainer  also indexes, deletes, manages golden sets and webhooks
  operator    also queues, dead letters, keys, statistics of all tenants

  Keys are stored as digests in RECORD_STORE_URL, by default in the data folder.
  A running gateway applies a change within 5 s. Once a key exists, every HTTP
  request needs one, also on this machine, and also after the last key was
  revoked. Commands on the data folder need none. See docs/access.md.`;

export function addKeys(group: Command, context: CommandContext): void {
  group.description('Create, list and revoke the API keys of a gateway.');
  group.addHelpText('after', ABOUT);
  withExamples(group, [
    ['quarry keys create "billing" --tenant acme', ''],
    ['quarry keys list', ''],
    ['quarry keys revoke k3Jx9QpL0aZb', ''],
  ]);
  addCreate(group, context.terminal);
  addList(group, context.terminal);
  addRevoke(group, context.terminal);
}

function addCreate(group: Command, terminal: Terminal): void {
  const command = group
    .command('create')
    .summary('create a key and print it once')
    .description(
      'Create an API key. It is printed to stdout only once, since only its digest is stored. Details of the key go to stderr.',
    )
    .argument('<name>', 'display name, e.g. who uses the key')
    .requiredOption('--tenant <name>', 'tenant whose turns, sessions and repositories it can access')
    .addOption(new Option('--role <role>', 'what the key may do').choices(ROLES).default('reader'))
    .option('--pipeline <name>', 'pipeline that it may use; repeatable (default: all)', collect)
    .option('--repository <name>', 'repository that it may read; repeatable (default: all)', collect)
    .option(
      '--groups <names>',
      'groups whose labelled files it may read, separated by commas (default: none)',
    )
    .option('--sensitivity <name>', 'highest sensitivity that it may read (default: the lowest)')
    .option('--all-labels', 'it may read everything, whatever its label')
    .option('--days <number>', 'days until it expires (default: never)', integer(1, 3_650))
    .option(
      '--requests-per-minute <n>',
      'maximum requests (default: QUARRY_RATE_LIMIT)',
      integer(1, 1_000_000),
    )
    .option(
      '--tokens-per-day <n>',
      'maximum model tokens (default: QUARRY_DAY_TOKENS)',
      integer(1, 1_000_000_000_000),
    )
    .option('--cost-per-day <amount>', 'maximum cost (default: QUARRY_DAY_COST)', amount)
    .option(
      '--turns-at-once <n>',
      'maximum running turns (default: QUARRY_MAX_TURNS_PER_KEY)',
      integer(1, 100_000),
    );
  withExamples(withJson(withData(command)), [
    ['quarry keys create billing --tenant acme', ''],
    ['quarry keys create "on call" --tenant ops --role operator --days 30', ''],
    ['quarry keys create ledger --groups finance,audit --sensitivity internal', ''],
    ['quarry keys create demo --tenant demo --pipeline code --tokens-per-day 100000', ''],
  ]).action((name: string, options: CreateOptions) =>
    withKeys(options.data, async (service, config) => {
      await checkPipelines(options.pipeline ?? [], config);
      const now = Date.now();
      const {
        requestsPerMinute = null,
        tokensPerDay = null,
        costPerDay = null,
        turnsAtOnce = null,
      } = options;
      const { key, info } = await service.create(
        {
          name,
          tenant: options.tenant,
          role: options.role,
          pipelines: options.pipeline ?? null,
          repositories: options.repository ?? null,
          clearance: clearanceFrom({
            groups: options.groups === undefined ? undefined : splitNames(options.groups),
            sensitivity: options.sensitivity,
            readsEverything: options.allLabels === true,
          }),
          limits: { requestsPerMinute, tokensPerDay, costPerDay, turnsAtOnce },
          expiresAt: options.days === undefined ? null : now + options.days * DAY_MS,
        },
        now,
      );
      if (options.json === true) {
        terminal.out(`${printableJson({ ...presentKey(info), key }, 2)}\n`);
        return;
      }
      terminal.err(renderKeys([presentKey(info)]));
      terminal.out(`${key}\n`);
      terminal.note('this is the only time that the key is shown. Store it as a secret.');
    }),
  );
}

function addList(group: Command, terminal: Terminal): void {
  const command = group
    .command('list')
    .summary('list the keys, without their secrets')
    .description('List the keys of all tenants, newest first, without their secrets.');
  withExamples(withJson(withData(command)), [['quarry keys list', '']]).action((options: KeysOptions) =>
    withKeys(options.data, async (service) => {
      const keys = (await service.list()).map(presentKey);
      if (options.json === true) terminal.out(`${printableJson(keys, 2)}\n`);
      else if (keys.length === 0)
        terminal.note(
          'no keys: the gateway accepts requests from this machine only. Create one: quarry keys create',
        );
      else terminal.out(renderKeys(keys));
    }),
  );
}

function addRevoke(group: Command, terminal: Terminal): void {
  const command = group
    .command('revoke')
    .summary('revoke a key')
    .description('Revoke a key. Every running gateway refuses it within 5 s.')
    .argument('<id>', "key id: the middle part of the key, as 'quarry keys list' shows it")
    .option('--forget', 'also delete its record; without any record, this machine needs no key again');
  withExamples(withJson(withData(command)), [['quarry keys revoke k3Jx9QpL0aZb', '']]).action(
    (id: string, options: KeysOptions & { readonly forget?: boolean }) =>
      withKeys(options.data, async (service) => {
        const key: Immutable<KeyDto> = presentKey(await service.revoke(id));
        if (options.forget === true) await service.forget(id);
        terminal.out(options.json === true ? `${printableJson(key, 2)}\n` : renderKeys([key]));
      }),
  );
}

async function withKeys(
  data: string | undefined,
  use: (service: KeyService, config: QuarryConfig) => Promise<void>,
): Promise<void> {
  const dataDir = findDataDir(data);
  await makeDataDir(dataDir);
  const config = readConfig({ dataDir, embedderUrl: 'none' });
  const stores = await openStores(config);
  try {
    await use(new KeyService(stores.recordStore), config);
  } finally {
    await stores.close();
  }
}

function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Refuses unknown names: a typo would silently lock out the owner of the key. */
async function checkPipelines(names: readonly string[], config: QuarryConfig): Promise<void> {
  if (names.length === 0) return;
  const { loadAllPipelines } = await import('@quarry/solo');
  const { files } = loadAllPipelines(config);
  for (const name of names)
    if (!files.has(name))
      throw new Fault(
        'pipeline_unknown',
        `There is no pipeline '${name.slice(0, 100)}'${suggestion(name, files.keys())}`,
      );
}
