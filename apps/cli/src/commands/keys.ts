import { Option, type Command } from 'commander';
import { KeyService, presentKey, ROLES, type Role } from '@quarry/application/access';
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
  readonly days?: number;
  readonly requestsPerMinute?: number;
  readonly turnsAtOnce?: number;
  readonly tokensPerDay?: number;
  readonly costPerDay?: number;
}

const DAY_MS = 86_400_000;

const ABOUT = `
Roles, each with all that the one before may do:
  reader      asks, and reads its tenant's turns and sessions
  maintainer  also indexes, deletes, keeps golden sets and webhooks
  operator    also queues, dead letters, keys, statistics of all tenants

  Keys are kept in RECORD_STORE_URL, by default in the data folder, as digests
  alone. A gateway that runs learns of a change within 5 s. Once there is a key,
  every call by HTTP needs one, also on this machine, and also after the last
  one was revoked. Commands on the data folder need none. See docs/access.md.`;

export function addKeys(group: Command, context: CommandContext): void {
  group.description('Make, list and revoke the API keys of a gateway.');
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
    .summary('make a key, and print it this once')
    .description(
      'Make an API key. It is printed on stdout, this once: only a digest of it is kept. What is said of it goes to stderr.',
    )
    .argument('<name>', 'for people: who uses it')
    .requiredOption('--tenant <name>', 'whose turns, sessions and repositories it reaches')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).default('reader'))
    .option('--pipeline <name>', 'may ask with this one; may be repeated (default: all)', collect)
    .option('--repository <name>', 'may read this one; may be repeated (default: all)', collect)
    .option('--days <number>', 'days until it expires (default: never)', integer(1, 3_650))
    .option('--requests-per-minute <n>', 'most requests (default: QUARRY_RATE_LIMIT)', integer(1, 1_000_000))
    .option(
      '--tokens-per-day <n>',
      'most model tokens (default: QUARRY_DAY_TOKENS)',
      integer(1, 1_000_000_000_000),
    )
    .option('--cost-per-day <amount>', 'most money (default: QUARRY_DAY_COST)', amount)
    .option(
      '--turns-at-once <n>',
      'most turns that run (default: QUARRY_MAX_TURNS_PER_KEY)',
      integer(1, 100_000),
    );
  withExamples(withJson(withData(command)), [
    ['quarry keys create billing --tenant acme', ''],
    ['quarry keys create "on call" --tenant ops --role operator --days 30', ''],
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
      terminal.note('this is the only time that the key is shown. Keep it where secrets are kept.');
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
        terminal.note('no keys: the gateway answers only on this machine. quarry keys create');
      else terminal.out(renderKeys(keys));
    }),
  );
}

function addRevoke(group: Command, terminal: Terminal): void {
  const command = group
    .command('revoke')
    .summary('refuse a key from now on')
    .description('Refuse a key from now on, within 5 s on every gateway that runs.')
    .argument('<id>', "its id: the middle part of the key, as 'quarry keys list' shows it")
    .option('--forget', 'leave no trace of it; without any key, this machine needs none again');
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

/** A name with a slip would lock its owner out without a word. */
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
