import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, EventStream, startGateway } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import {
  startScriptedModel,
  type RecordedRequest,
  type Script,
  type ScriptedModel,
} from '../scripted-model/server';

/** A turn from outside: the response, the steps, and the requests to the model. */
export interface Asked {
  readonly turn: TurnDto;
  /** `step:outcome`, in order. */
  readonly trail: readonly string[];
  readonly requests: readonly RecordedRequest[];
}

/** All services on the memory carrier over a folder of documents, with a scripted model. */
export class DocumentAsker {
  private constructor(
    private readonly gateway: Running & { readonly url: string },
    private readonly model: ScriptedModel,
    private readonly fixture: IndexedFixture,
  ) {}

  /** @param settings of a pipeline `variant` that extends `extraction` */
  static async open(folder: string, settings: object = {}): Promise<DocumentAsker> {
    const fixture = await indexFixture(folder);
    const model = await startScriptedModel({ replies: [] });
    const pipelines = join(fixture.dataDir, 'pipelines');
    mkdirSync(join(pipelines, 'variant'), { recursive: true });
    // JSON is YAML.
    writeFileSync(
      join(pipelines, 'variant', 'pipeline.yaml'),
      JSON.stringify({ pipeline: { name: 'variant', extends: 'extraction', settings } }),
    );
    const gateway = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      pipelineDirs: [pipelines],
    });
    return new DocumentAsker(gateway, model, fixture);
  }

  async ask(question: string, script: Script): Promise<Asked> {
    this.model.play(script);
    const before = this.model.requests.length;
    const { body, status } = await call<TurnDto>(this.gateway.url, 'POST /v1/turns', {
      body: { question, pipeline: 'variant', wait: true },
    });
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    const log = await EventStream.open(this.gateway.url, body.links.events);
    const events = (await log.rest()).map(({ event, data }) => ({
      event,
      data: JSON.parse(data) as Readonly<Record<string, string>>,
    }));
    return {
      turn: body,
      trail: events.flatMap(({ event, data }) =>
        event === 'step.finished' ? [`${data['step']}:${data['outcome']}`] : [],
      ),
      requests: this.model.requests.slice(before),
    };
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.model.close();
    await this.fixture.remove();
  }
}

/** The prompt of a request, recognised by the start of its system message. */
export function asks({
  system,
}: RecordedRequest): 'split' | 'extract' | 'extract_finally' | 'judge' | 'claims' {
  if (system.startsWith('You split')) return 'split';
  if (system.startsWith('You extract'))
    return system.includes('This is your last reply') ? 'extract_finally' : 'extract';
  return system.startsWith('You answer') ? 'judge' : 'claims';
}
