import { createBullmqCarrier } from '@quarry/engine/bullmq';
import {
  DeadLetterService,
  presentDeadLetter,
  presentDetail,
  type DeadLetterFilter,
} from '@quarry/application/operations';
import type {
  DeadLetterDetailDto,
  DeadLetterDto,
  Immutable,
  RetriedDto,
  RetriedListDto,
} from '@quarry/client';
import { readConfig } from '@quarry/platform';
import { loadAskablePipelines } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { atServer, clientAt } from '../server/server';

/** Where dead letters are: in Redis, or behind a gateway. */
export interface DeadLetterSource {
  list(filter: DeadLetterFilter, limit: number): Promise<readonly Immutable<DeadLetterDto>[]>;
  show(id: string, withQuestion: boolean): Promise<Immutable<DeadLetterDetailDto>>;
  retry(id: string): Promise<Immutable<RetriedDto>>;
  retryAll(filter: DeadLetterFilter, limit: number): Promise<Immutable<RetriedListDto>>;
  close(): Promise<void>;
}

/** @throws Fault `bad_request` if turns do not leave the process that serves them */
export function openDeadLetters(server: string | undefined): DeadLetterSource {
  return server === undefined ? inRedis() : behindGateway(server);
}

function inRedis(): DeadLetterSource {
  const config = readConfig({});
  if (config.carrier === 'memory' && process.env['REDIS_URL'] === undefined)
    throw new Fault(
      'bad_request',
      'Turns do not leave the process that serves them. Ask its gateway: --server http://127.0.0.1:4780. If turns travel over Redis, set REDIS_URL.',
    );
  const { redisUrl, redisPrefix: prefix } = config;
  const carrier = createBullmqCarrier({ redisUrl, prefix });
  const deadLetters = new DeadLetterService(carrier, loadAskablePipelines(config));
  return {
    list: async (filter, limit) => (await deadLetters.list(filter, limit)).letters.map(presentDeadLetter),
    show: async (id, withQuestion) => {
      const { letter, events } = await deadLetters.read(id);
      return presentDetail(letter, events, withQuestion);
    },
    retry: (id) => deadLetters.retry(id),
    retryAll: async (filter, limit) => {
      const { refused, ...rest } = await deadLetters.retryAll(filter, limit);
      const problems = refused.map(({ id, fault }) => ({ id, code: fault.code, detail: fault.message }));
      return { ...rest, refused: problems };
    },
    close: () => carrier.close(),
  };
}

function behindGateway(server: string): DeadLetterSource {
  const { api } = clientAt(server);
  const path = '/v1/operations/dead-letters';
  const one = (id: string) => ({ path: { id } });
  return {
    list: (filter, limit) =>
      atServer(async () => {
        const { data } = await api.GET(path, { params: { query: { ...filter, limit } } });
        return data?.deadLetters ?? [];
      }),
    show: (id, question) =>
      atServer(async () => {
        const params = { ...one(id), query: { question } };
        return bodyOf((await api.GET(`${path}/{id}`, { params })).data);
      }),
    retry: (id) =>
      atServer(async () => bodyOf((await api.POST(`${path}/{id}/retry`, { params: one(id) })).data)),
    retryAll: (filter, limit) =>
      atServer(async () => bodyOf((await api.POST(`${path}/retry`, { body: { ...filter, limit } })).data)),
    close: async () => undefined,
  };
}

/** The body of a response. The client throws the gateway's errors itself. */
function bodyOf<T>(data: T | undefined): T {
  if (data === undefined) throw new Fault('internal', 'The gateway answered without a body.');
  return data;
}
