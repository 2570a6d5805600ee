import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import OpenAI from 'openai';
import { indexFixture } from '../scenarios/index-fixture';
import { judgement } from '../scripted-model/judge';
import {
  startScriptedModel,
  type RecordedRequest,
  type Script,
  type ScriptedModel,
} from '../scripted-model/server';
import { call, startGateway } from './gateway-under-test';

export const QUESTION = 'What happens to stock when an invoice is cancelled?';
export const PARTIAL = 'Cancelling runs a procedure, and more is not known yet [1].';
const ANSWER = 'Cancelling restores the stock [1] and keeps the movement [2]; `rows[0]` is no citation [99].';
/** The answer without the citation that points nowhere. */
export const CLEAN =
  'Cancelling restores the stock [1] and keeps the movement [2]; `rows[0]` is no citation.';

/** Answers of `cgrag`: a partial one, then, in the second pass, the whole; written slowly. */
export function twoPasses(): Script {
  const replies = [
    `ANSWER:\n${PARTIAL}\n\nMISSING:\n- dbo.StockMovement`,
    `ANSWER:\n${ANSWER}\n\nMISSING: NONE`,
  ];
  let asked = 0;
  return (request: RecordedRequest) =>
    request.system.startsWith('You are answering')
      ? {
          ...{ text: replies[Math.min(asked++, 1)] ?? '', deltaSize: 7, usage: { input: 1_000, output: 20 } },
          fault: { kind: 'slow', ms: 20 },
        }
      : { text: judgement(request) ?? '', usage: { input: 100, output: 3 } };
}

/** One pass of the pipeline `code`. */
export function answers(text: string): Script {
  return ({ system }: RecordedRequest) =>
    system.includes('[BM25:]') ? '[BM25:] invoice cancel stock' : `[Answer:] ${text}`;
}

/** A gateway with a scripted model, and the official client with a key of it. */
export interface OpenAiUnderTest {
  readonly model: ScriptedModel;
  readonly gateway: Running & { readonly url: string };
  readonly client: OpenAI;
  /** Of the index. */
  readonly dataDir: string;
  /** The client with another key. */
  as(apiKey: string, more?: object): OpenAI;
  turn(id: string): Promise<TurnDto>;
  close(): Promise<void>;
}

export async function startOpenAi(): Promise<OpenAiUnderTest> {
  const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
  const model = await startScriptedModel({ replies: answers('Yes [1].') });
  const gateway = await startGateway(fixture.dataDir, {
    chatProvider: 'openai',
    chatModel: 'scripted-1',
    chatBaseUrl: model.baseUrl,
    apiKeys: { 'secret-a': 'acme', 'secret-b': 'other' },
  });
  const as = (apiKey: string, more: object = {}): OpenAI =>
    new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0, ...more });
  return {
    ...{ model, gateway, as, client: as('secret-a'), dataDir: fixture.dataDir },
    turn: async (id) => (await call<TurnDto>(gateway.url, `GET /v1/turns/${id}`, { key: 'secret-a' })).body,
    close: async () => {
      await gateway.close();
      await model.close();
      await fixture.remove();
    },
  };
}
