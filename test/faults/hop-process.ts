/**
 * A worker process of a fault run, started by `worker-pool.ts` with its settings as JSON in argv[2] and its services in
 * argv[3]. Plain Node runs this file (types are stripped), so it uses the built engine, and decorators as plain
 * functions.
 */
import { openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import { QUARRY_TRANSPORT, type HopJob, type HopResult } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import type { Evidence } from '@quarry/turn';
import 'reflect-metadata';
import type { CrashPoint, ProcessSettings } from './fault-plan.ts';

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const services = (process.argv[3] ?? '').split(',');
const carrier = createBullmqCarrier({
  redisUrl: settings.redisUrl,
  limits: settings.limits,
  concurrency: settings.concurrency,
  handsOverHere: settings.handsOverHere,
  onError: () => undefined,
});
const ledger = openSync(join(settings.folder, `ledger-${process.pid}.txt`), 'a');

/** Written at once, so that a kill loses nothing of it. */
function note(kind: 'executed' | 'committed', t: string, v: number): void {
  writeSync(ledger, `${kind} ${t} ${v} ${Date.now()} ${process.pid}\n`);
}

/** The history row, upserted by turn id before the last commit. */
function persist(t: string, evidence: readonly Evidence[]): void {
  const path = join(settings.folder, `row-${t}.json`);
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(evidence));
  renameSync(`${path}.${process.pid}`, path);
}

async function hop(service: string, { t, v }: HopJob): Promise<void> {
  const claim = await carrier.claim(t, v);
  if (claim.kind !== 'claimed') return;
  note('executed', t, v);
  const broken = settings.breaks.find((at) => at.turnId === t && at.v === v);
  if (broken && claim.failures < broken.times) throw new Error('This attempt was to fail.');
  const crash = (point: CrashPoint): void => {
    const planned = settings.crashes.some((at) => at.turnId === t && at.v === v && at.point === point);
    if (planned && claim.attempt === 1) process.kill(process.pid, 'SIGKILL');
  };
  await carrier.emit(t, v, claim.fence, 1, { type: 'answer.delta', text: service });
  const [least, most] = settings.workMs;
  await new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)));
  crash('after work');
  await carrier.emit(t, v, claim.fence, 2, { type: 'answer.delta', text: `${v}` });
  const known = claim.turn.evidence;
  const evidence = [...known, found(known.length + 1, `${service} ${v}`)];
  const following = settings.way[v + 1];
  if (following === undefined) persist(t, evidence);
  const next: HopResult['next'] =
    following === undefined
      ? { outcome: 'answered', reason: 'done' }
      : { service: following, step: `step_${v + 1}` };
  // If this process runs the next hop as well, that has started by the time of the crash, and dies with it.
  const commit = await carrier.advance(t, v, claim.fence, { patch: { evidence }, next, events: [] });
  crash('after commit');
  if (commit !== 'ok') return;
  note('committed', t, v);
  process.send?.('committed');
}

function found(n: number, text: string): Evidence {
  const lines = { startLine: 1, endLine: 1 };
  return {
    id: `e${n}`,
    n,
    pass: 1,
    kind: 'chunk',
    text,
    path: 'a.ts',
    ...lines,
    relevance: 1,
    foundBy: 'x',
    query: 'q',
  };
}

function controllerOf(service: string): new () => object {
  class HopController {
    run(job: HopJob): Promise<void> {
      return hop(service, job);
    }
  }
  const { prototype } = HopController;
  const method = Object.getOwnPropertyDescriptor(prototype, 'run') ?? {};
  Controller()(HopController);
  EventPattern(service, QUARRY_TRANSPORT)(prototype, 'run', method);
  Payload()(prototype, 'run', 0);
  return HopController;
}

/** As `quarry serve` does: waits for an unavailable server. */
async function untilReachable(): Promise<void> {
  while (
    !(await carrier.check().then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 200));
}

async function main(): Promise<void> {
  class FaultModule {}
  Module({ controllers: services.map(controllerOf) })(FaultModule);
  await untilReachable();
  const app = await NestFactory.createMicroservice(FaultModule, {
    strategy: carrier.transport(),
    logger: false,
  });
  await app.listen();
  process.on('message', () => {
    void app
      .close()
      .then(() => carrier.close())
      .then(() => process.disconnect());
  });
  process.on('disconnect', () => {
    // Nothing may keep the process alive now: it must end by itself, which the run asserts.
    setTimeout(() => process.exit(9), 60_000).unref();
  });
  process.send?.('ready');
}

void main();
