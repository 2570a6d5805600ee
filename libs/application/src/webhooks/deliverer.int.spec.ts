import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@quarry/platform';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { TestClock } from '@quarry/turn/testing';
import type { Caller } from '../access/caller';
import { Deliverer } from './deliverer';
import { DeliveryQueue } from './delivery-queue';
import { DISABLED_AFTER, RETRY_AFTER } from './schedule';
import { DELIVERIES, type Delivery } from './webhook';
import { WebhookWorker } from './webhook-worker';
import { WebhookService, type DeliveryRecord, type WebhookRecord } from './webhook.service';

const CALLER: Caller = { tenant: 'acme', key: null, role: 'maintainer', pipelines: null, repositories: null };
const { signal } = new AbortController();

describe('Deliverer', () => {
  let folder: string;
  let store: RecordStore;
  let receiver: Server;
  let status = 500;
  let seen = 0;
  let duringAttempt: () => Promise<void>;
  let webhooks: WebhookService;
  let queue: DeliveryQueue;
  let deliverer: Deliverer;
  let clock: TestClock;
  let webhook: WebhookRecord;

  beforeEach(async () => {
    [status, seen] = [500, 0];
    duringAttempt = async () => undefined;
    receiver = createServer((request, response) => {
      seen += 1;
      request.resume();
      void duringAttempt().then(() => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    folder = mkdtempSync(join(tmpdir(), 'quarry-webhooks-'));
    store = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
    const config = readConfig({ dataDir: folder, webhookAllowPrivate: 'on' }, {});
    webhooks = new WebhookService(store, config);
    clock = TestClock.stopped();
    queue = new DeliveryQueue(store, clock);
    deliverer = new Deliverer(store, config, clock);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    ({ record: webhook } = await webhooks.create(CALLER, {
      url,
      events: ['turn.finished'],
      description: '',
    }));
  });
  afterEach(async () => {
    await store.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    rmSync(folder, { recursive: true });
  });

  const added = (turn: string): Promise<DeliveryRecord> =>
    queue.add('acme', { webhook: webhook.id, event: 'turn.finished', turn, body: '{}' });
  const tried = async (record: DeliveryRecord): Promise<DeliveryRecord> => {
    expect(await deliverer.attempt(record, signal)).not.toBeNull();
    const after = await store.get<Delivery>(DELIVERIES, record.tenant, record.id);
    if (!after) throw new Error('The delivery is gone.');
    return after;
  };

  it('gives up after the attempts of the schedule, which the store counts', async () => {
    let record = await added('t1');
    for (let attempt = 1; attempt <= RETRY_AFTER.length; attempt += 1) {
      record = await tried(record);
      expect(record.value).toMatchObject({ state: 'open' });
      expect(record.value.nextAt).toBeGreaterThanOrEqual(clock.now() + (RETRY_AFTER[attempt - 1] ?? 0));
      expect((await queue.open(webhook.id, 10)).map(({ id }) => id)).toEqual([record.id]);
    }
    record = await tried(record);
    expect(record.value).toMatchObject({ state: 'failed' });
    expect(record.value.attempts).toHaveLength(RETRY_AFTER.length + 1);
    expect(await queue.open(webhook.id, 10)).toEqual([]);
    // For hours alone: it stays in use.
    expect((await webhooks.read('acme', webhook.id)).value).toMatchObject({ disabled: null });
  });

  it('is retried by the worker when it is due, and not before', async () => {
    const worker = new WebhookWorker(store, queue, deliverer, clock);
    await added('t1');
    await worker.look();
    expect(seen).toBe(1);
    const [wait = 0] = RETRY_AFTER;
    clock.pass(wait - 1);
    await worker.look();
    expect(seen).toBe(1);
    // As much as chance may add.
    clock.pass(wait / 10 + 1);
    status = 204;
    await worker.look();
    await worker.look();
    expect(seen).toBe(2);
    expect(await queue.open(webhook.id, 10)).toEqual([]);
  });

  it('is one delivery however often it is added, and is attempted by one gateway at a time', async () => {
    status = 204;
    const [one, two] = [await added('t1'), await added('t1')];
    expect(two.id).toBe(one.id);
    expect(await queue.open(webhook.id, 10)).toHaveLength(1);
    const both = await Promise.all([deliverer.attempt(one, signal), deliverer.attempt(one, signal)]);
    expect(both.filter((delivery) => delivery?.state === 'delivered')).toHaveLength(1);
    expect(seen).toBe(1);
    expect((await added('t1')).id).toBe(one.id);
    expect(await queue.open(webhook.id, 10)).toEqual([]);
  });

  it('is not attempted by a second gateway when a redelivery is requested during an attempt', async () => {
    status = 204;
    const record = await added('t1');
    let second: Delivery | null | undefined;
    duringAttempt = async () => {
      await queue.reopen(await webhooks.delivery('acme', webhook.id, record.id));
      second = await deliverer.attempt(await webhooks.delivery('acme', webhook.id, record.id), signal);
    };
    expect(await deliverer.attempt(record, signal)).toMatchObject({ state: 'delivered' });
    expect(second).toBeNull();
    expect(seen).toBe(1);
  });

  it('disables a webhook that has failed for days when another delivery is given up, and gives up its waiting deliveries', async () => {
    let record = await added('t1');
    for (let attempt = 0; attempt <= RETRY_AFTER.length; attempt += 1) record = await tried(record);
    const failing = await webhooks.read('acme', webhook.id);
    const since = failing.value.failingSince ?? 0;
    clock.pass(DISABLED_AFTER);
    let next = await added('t2');
    for (let attempt = 0; attempt <= RETRY_AFTER.length; attempt += 1) next = await tried(next);
    const { disabled } = (await webhooks.read('acme', webhook.id)).value;
    expect(disabled?.reason).toContain(new Date(since).toISOString());
    const sent = seen;
    expect((await tried(await added('t3'))).value).toMatchObject({
      state: 'failed',
      attempts: [{ status: null, problem: 'The webhook is disabled.' }],
    });
    expect(seen).toBe(sent);
    status = 200;
    const body = { webhook: webhook.id, event: 'webhook.ping', turn: null, body: '{}' } as const;
    expect((await tried(await queue.addNow('acme', body))).value.state).toBe('delivered');
    expect((await webhooks.read('acme', webhook.id)).value).toMatchObject({
      disabled: null,
      failingSince: null,
    });
  });

  it('does not count an attempt that a closing gateway broke off', async () => {
    const closing = new AbortController();
    closing.abort();
    const record = await deliverer.attempt(await added('t1'), closing.signal);
    expect(record).toMatchObject({ state: 'open', attempts: [], lease: null });
    expect((await webhooks.read('acme', webhook.id)).value.failingSince).toBeNull();
  });

  it('sends nothing for a webhook that is gone', async () => {
    const record = await added('t1');
    await webhooks.remove('acme', webhook.id);
    expect(await queue.open(webhook.id, 10)).toEqual([]);
    expect(await deliverer.attempt(record, signal)).toBeNull();
    expect(seen).toBe(0);
  });
});
