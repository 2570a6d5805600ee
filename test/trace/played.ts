import { LOCAL_TENANT } from '@quarry/application/access';
import type { TurnRecord } from '@quarry/application/replay';
import type { CompiledPipeline } from '@quarry/pipeline';
import { openPlatform, readConfig, type Platform, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices } from '@quarry/solo';
import type { TurnEvent } from '@quarry/turn';
import { awaySettings } from '../scenarios/away';
import type { Scenario } from '../scenarios/scenario';
import { scriptOf } from '../scenarios/script';
import type { ScriptedModel } from '../scripted-model/server';

/** A data folder, the scripted model, and the source of vectors, if any. */
export interface Stage {
  readonly dataDir: string;
  readonly model: ScriptedModel;
  readonly embedderUrl?: string;
}

/** The configuration of a scenario's turn: vectors if the stage has them, and a model if the scenario has replies. */
export function configOf({ dataDir, model, embedderUrl = 'none' }: Stage, scenario?: Scenario): QuarryConfig {
  const scripted = scenario?.replies
    ? { chatProvider: 'openai' as const, chatModel: 'scripted-1', chatBaseUrl: model.baseUrl }
    : {};
  const away = awaySettings(scenario?.away ?? []);
  const quiet = { carrier: 'memory', embedderUrl, logLevel: 'silent' } as const;
  return readConfig({ dataDir, ...quiet, ...scripted, ...away }, {});
}

export function shippedPipeline(name: string): CompiledPipeline {
  const found = loadAskablePipelines(readConfig({}, {})).find((pipeline) => pipeline.name === name);
  if (!found) throw new Error(`no pipeline ${name}`);
  return found;
}

/** Runs the scenario's turn after its earlier questions, and returns everything that is stored of it. */
export async function played(
  stage: Stage,
  pipeline: string,
  scenario: Scenario,
  { session, cancelAfter }: { readonly session: string; readonly cancelAfter?: string },
): Promise<TurnRecord> {
  const config = configOf(stage, scenario);
  stage.model.play(scriptOf(scenario, shippedPipeline(pipeline)));
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines: loadAskablePipelines(config) });
  const { turns } = running;
  if (!turns) throw new Error('no gateway');
  try {
    let turnId = '';
    let events: TurnEvent[] = [];
    for (const question of [...(scenario.before ?? []), scenario.question]) {
      const { isEnglish = true, depth = 'auto' } = scenario;
      const asked = { question, pipeline, isEnglish, depth, session, createSession: true };
      ({ turnId } = await turns.ask({ tenant: LOCAL_TENANT, ...asked }));
      events = [];
      for await (const event of await turns.watch(LOCAL_TENANT, turnId)) {
        events.push(event);
        const { body } = event;
        if (body.type === 'step.finished' && body.step === cancelAfter) await platform.carrier.cancel(turnId);
      }
    }
    const view = await platform.carrier.read(turnId);
    if (!view) throw new Error('the turn is gone');
    const { turn } = view;
    const prompts = await promptsOf(platform, turnId);
    return JSON.parse(JSON.stringify({ turn, events, prompts })) as TurnRecord;
  } finally {
    await running.close();
  }
}

async function promptsOf({ turnArchive }: Platform, turnId: string): Promise<TurnRecord['prompts']> {
  return await turnArchive.prompts(LOCAL_TENANT, turnId);
}
