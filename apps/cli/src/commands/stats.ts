import { Option, type Command } from 'commander';
import {
  GROUPINGS,
  installationStatistics,
  type Grouping,
  type GroupStatistics,
} from '@quarry/application/operations';
import { findDataDir, openStores, readConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { silenceLogs } from '../logs';
import { integer, withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderStats } from '../render-stats';
import { atServer, clientAt, withServer } from '../server/server';
import type { CommandContext } from '../terminal';

interface StatsOptions {
  readonly data?: string;
  readonly server?: string;
  readonly days?: number;
  readonly by: readonly Grouping[];
  readonly json?: boolean;
}

const DAY_MS = 86_400_000;

const COLUMNS = `
Columns:
  failed     share of the turns that ended 'failed'
  no answer  share that ended 'insufficient': no answer rather than a wrong one
  passes     retrieval passes per turn, on average
  asked      requests for more data; found: share of them that was found
  cost       by the pipelines' price tables; ≥ if some turns have no price
  seconds    from question to end, on average

  Includes the turns that are still kept (QUARRY_TURN_RETENTION_DAYS), in the
  data folder, in TURN_ARCHIVE_URL, or behind a gateway (--server, with an
  operator's key in QUARRY_API_KEY).`;

export function addStats(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Show statistics of the turns of all tenants: outcomes, passes, what was found, tokens and cost.',
    )
    .option('--days <number>', 'only turns of the last days (default: all that are kept)', integer(1, 36_500))
    .addOption(
      new Option('--by <names>', 'group by tenant, pipeline, both, or none')
        .default([...GROUPINGS], 'tenant,pipeline')
        .argParser(groupings),
    );
  withServer(withJson(withData(command))).addHelpText('after', COLUMNS);
  withExamples(command, [
    ['quarry stats', ''],
    ['quarry stats --days 7 --by pipeline', ''],
    ['quarry stats --server https://quarry.example --json', ''],
  ]).action(async (options: StatsOptions) => {
    silenceLogs();
    const since = options.days === undefined ? undefined : Date.now() - options.days * DAY_MS;
    const groups = await (options.server === undefined ? fromStores : fromGateway)(options, since);
    if (options.json === true) terminal.out(`${printableJson(groups, 2)}\n`);
    else if (groups.length === 0) terminal.note('no finished turns are kept.');
    else terminal.out(renderStats(groups, terminal.onOut));
  });
}

async function fromStores(
  { data, by }: StatsOptions,
  since: number | undefined,
): Promise<readonly GroupStatistics[]> {
  const stores = await openStores(readConfig({ dataDir: findDataDir(data), embedderUrl: 'none' }));
  try {
    const totals = await stores.turnArchive.totals(since === undefined ? {} : { since });
    return installationStatistics(totals, by);
  } finally {
    await stores.close();
  }
}

function fromGateway(
  { server = '', by }: StatsOptions,
  since: number | undefined,
): Promise<readonly GroupStatistics[]> {
  const { api } = clientAt(server);
  const grouped = by.length === 0 ? 'none' : by.join(',');
  const query = {
    by: grouped as 'none' | Grouping,
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
  };
  return atServer(
    async () => (await api.GET('/v1/operations/statistics', { params: { query } })).data?.groups ?? [],
  );
}

function groupings(text: string): readonly Grouping[] {
  const names = text === 'none' ? [] : text.split(',');
  return names.map((name) => {
    const known = GROUPINGS.find((grouping) => grouping === name.trim());
    if (known) return known;
    throw new Fault(
      'bad_request',
      `--by takes ${GROUPINGS.join(', ')} or none, not '${name.slice(0, 100)}'.`,
    );
  });
}
