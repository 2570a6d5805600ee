import type { Command } from 'commander';
import { LOCAL_TENANT } from '@quarry/application/access';
import { ReplayService, type Replay, type ReplayOptions } from '@quarry/application/replay';
import { TurnFinder, TurnList, TurnRights } from '@quarry/application/turns';
import { findDataDir, openPlatform, readConfig, readWorkspace } from '@quarry/platform';
import { EXIT } from '../exit-codes';
import { noSuchTurn } from '../kept-turns';
import { silenceLogs } from '../logs';
import { withData, withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderReplay } from '../render-replay';
import { atServer, clientAt, withServer } from '../server/server';
import { turnAtServer } from '../server/turns-at-server';
import type { CommandContext } from '../terminal';

interface CommandOptions extends ReplayOptions {
  readonly server?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** `quarry turns replay`: runs a finished turn again from its record, and reports the first difference. */
export function addTurnsReplay(group: Command, context: CommandContext): void {
  const { terminal } = context;
  const replay = group
    .command('replay')
    .description(
      'Run a finished turn again from its record, and compare prompts, searches, route, evidence and answer. Uses the recorded ' +
        'model replies, and the recorded searches if the index has changed since. Changes nothing. Exit code 5 if anything ' +
        'differs, or if the record is incomplete.',
    )
    .argument('<id>', "turn id, or 'last' for the newest")
    .option('--live-search', 'search the index as it is now, even if it has changed')
    .option('--live-model', 'ask the configured model; that costs its tokens');
  withExamples(withJson(withServer(withData(replay))), [
    ['quarry turns replay last', ''],
    ['quarry turns replay t0mg2x --live-search', 'compare with the current index'],
    ["quarry turns replay last --json | jq '.difference'", ''],
  ]).action(async (id: string, options: CommandOptions) => {
    const { server, json = false } = options;
    const result = server === undefined ? await replayHere(id, options) : await replayAt(server, id, options);
    terminal.out(json ? `${printableJson(result, 2)}\n` : renderReplay(result, terminal.onOut));
    context.setExit(result.verdict === 'same' ? EXIT.ok : EXIT.differs);
  });
}

async function replayHere(id: string, options: CommandOptions): Promise<Replay> {
  const dataDir = findDataDir(options.data);
  const config = readConfig({ dataDir });
  if (!(await readWorkspace(dataDir)) && config.repository === undefined) throw noSuchTurn(id, dataDir);
  // Loaded here: the other commands on turns start without the services.
  const { loadAskablePipelines, openReplayer } = await import('@quarry/solo');
  silenceLogs();
  const platform = await openPlatform(config);
  try {
    const { carrier, turnArchive, historyStore } = platform;
    const rights = TurnRights.over(platform);
    const newest = async (): Promise<string | undefined> =>
      (await new TurnList(carrier, turnArchive, rights).page(LOCAL_TENANT, {}, { limit: 1 })).turns[0]?.id;
    const wanted = id === 'last' ? await newest() : id;
    if (wanted === undefined) throw noSuchTurn(id, dataDir);
    const service = new ReplayService(
      new TurnFinder(carrier, turnArchive, historyStore, rights),
      turnArchive,
      carrier,
      loadAskablePipelines(config),
      openReplayer(platform),
    );
    return await service.replay(LOCAL_TENANT, wanted, options);
  } finally {
    await platform.close();
  }
}

async function replayAt(server: string, id: string, options: ReplayOptions): Promise<Replay> {
  const { liveSearch = false, liveModel = false } = options;
  const wanted = id === 'last' ? (await turnAtServer(server, id)).turn.id : id;
  return await atServer(() => clientAt(server).replay(wanted, { liveSearch, liveModel }));
}
