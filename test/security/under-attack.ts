import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { QuarryConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import type { TurnEventBody } from '@quarry/turn';
import { call, EventStream, startGateway } from '../api/gateway-under-test';
import { indexFixture } from '../scenarios/index-fixture';
import { ROOT } from '../scenarios/scenario';
import { startScriptedModel, type RecordedRequest, type ScriptedModel } from '../scripted-model/server';

/** Public attack strings; not part of the repository. */
export const ADVERSARIAL = join(ROOT, '../shared/data/adversarial');

/** Text in the system prompts of the attacked pipeline, which no output may contain. */
export const PROMPT_CANARY = 'canary-9f31-of-the-system-prompt';

/** A document that is next to the sources but not indexed, and its content. */
export const FOREIGN_FILE = 'foreign-vault.md';
export const FOREIGN_CANARY = 'canary-77c2-of-a-foreign-document';

/** A finished turn as seen from outside. */
export interface Seen {
  readonly turn: TurnDto;
  /** `step:outcome`, in order. */
  readonly trail: readonly string[];
  /** The answer, as streamed. */
  readonly streamed: string;
  /** The complete log. */
  readonly events: readonly TurnEventBody[];
  /** All text that the client received. */
  readonly raw: string;
  /** The requests to the model. */
  readonly requests: readonly RecordedRequest[];
}

/** All services on the memory carrier, over the attacker's files, with a model that follows every instruction. */
export class UnderAttack {
  private constructor(
    readonly gateway: Running & { readonly url: string },
    readonly model: ScriptedModel,
    private readonly folder: string,
    private readonly removeIndex: () => Promise<void>,
  ) {}

  static async start(
    files: Readonly<Record<string, string>>,
    settings: Partial<QuarryConfig> = {},
    topK = 8,
  ): Promise<UnderAttack> {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-attack-'));
    for (const [path, text] of Object.entries({ ...files, [`../outside/${FOREIGN_FILE}`]: FOREIGN_CANARY })) {
      const file = join(folder, 'source', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const fixture = await indexFixture(join(folder, 'source'));
    const model = await startScriptedModel({ replies: ['[Answer:] nothing'] });
    const gateway = await startGateway(fixture.dataDir, {
      chatProvider: 'openai',
      chatModel: 'scripted-1',
      chatBaseUrl: model.baseUrl,
      pipelineDirs: [pipelineWithCanary(folder, topK)],
      ...settings,
    });
    return new UnderAttack(gateway, model, folder, () => fixture.remove());
  }

  /** Asks, waits for the end, and reads the complete log. */
  async ask(question: string, more: object = {}): Promise<Seen> {
    const before = this.model.requests.length;
    const { body, status } = await call<TurnDto>(this.gateway.url, 'POST /v1/turns', {
      body: { question, pipeline: 'canary', wait: true, ...more },
    });
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    const log = await EventStream.open(this.gateway.url, body.links.events);
    const messages = await log.rest();
    const events = messages.map(({ event, data }) => ({
      event,
      data: JSON.parse(data) as Record<string, string>,
    }));
    return {
      turn: body,
      trail: events.flatMap(({ event, data }) =>
        event === 'step.finished' ? [`${data['step']}:${data['outcome']}`] : [],
      ),
      streamed: events.map(({ event, data }) => (event === 'answer.delta' ? data['text'] : '')).join(''),
      events: messages.map(({ data }) => JSON.parse(data) as TurnEventBody),
      raw: JSON.stringify(body) + messages.map(({ data }) => data).join('\n'),
      requests: this.model.requests.slice(before),
    };
  }

  async stop(): Promise<void> {
    await this.gateway.close();
    await this.model.close();
    await this.removeIndex();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The pipeline `code` with a canary in every system prompt. */
function pipelineWithCanary(folder: string, topK: number): string {
  const place = join(folder, 'pipelines');
  cpSync(join(ROOT, 'pipelines/code'), join(place, 'canary'), { recursive: true });
  const edit = (path: string, from: string, to: string): void => {
    const file = join(place, 'canary', path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  edit('pipeline.yaml', 'name: code', 'name: canary');
  edit('pipeline.yaml', 'top_k: 8', `top_k: ${topK}`);
  // The claim check has its own prompt, which contains the evidence, and its own tests: claims.int.spec.ts.
  edit('pipeline.yaml', '  settings:', '  settings:\n    claims: { ask_model: false }');
  for (const prompt of readdirSync(join(place, 'canary/prompts')))
    edit(`prompts/${prompt}`, '--- user ---', `${PROMPT_CANARY}\n--- user ---`);
  return place;
}

/** The end of a turn whose answer was checked and kept. Repeated text of an attack need not be supported. */
export const ANSWERED: unknown = expect.stringMatching(/^(?:answered|partial|insufficient)$/);

/** True for the prompt that plans the search. */
export function plans({ system }: RecordedRequest): boolean {
  return system.includes('[BM25:]');
}

/** The part of a prompt that contains the evidence. */
export function evidenceOf({ last }: RecordedRequest): string {
  return last.slice(last.indexOf('\nEvidence:\n') + '\nEvidence:\n'.length);
}
