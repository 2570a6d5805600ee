import { Controller, Inject, Logger, Module, Optional, type ModuleMetadata, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EventPattern, RpcException } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants';
import type { Catalog } from '@quarry/pipeline';
import { toFault, type StoreName } from '@quarry/turn';
import { actionMeta, type ActionHandler } from '../action';
import { QUARRY_TRANSPORT, type Carrier, type HopJob } from '../carriers/carrier';
import { ELSEWHERE_MS } from '../carriers/delivery';
import { HopDeliveryContext } from '../carriers/hop-server';
import { HOP_OBSERVER, NOBODY, type HopObserver } from '../hop-observer';
import { HopRunner } from '../hop-runner';
import { PROMPT_RECORDER, type PromptRecorder } from '../prompt-recorder';

/** Injection token of the process's {@link Carrier}. */
export const CARRIER = Symbol('carrier');

/** Wraps an action before the hop runner calls it, e.g. to replay the recorded results of its steps. */
export type BindAction = (handler: ActionHandler) => ActionHandler;

/** Injection token of the process's {@link BindAction}. If none is provided, actions are not wrapped. */
export const BIND_ACTION = Symbol('bind-action');

/** The stores of a service: it waits for the `required` ones, and can start without the `optional` ones. */
export type ServiceStores = Readonly<Partial<Record<StoreName, 'required' | 'optional'>>>;

/** A service: its name is its queue, and its actions are those that pipelines can call in it. */
export interface ServiceDefinition {
  readonly name: string;
  /** False: it takes no part in turns, and has no queue. */
  readonly takesHops: boolean;
  readonly stores: ServiceStores;
  readonly module: Type;
  readonly catalog: Catalog;
}

export interface ServiceOptions extends Pick<ModuleMetadata, 'imports' | 'providers' | 'controllers'> {
  readonly name: string;
  readonly actions: readonly Type<ActionHandler>[];
  /** Empty by default. */
  readonly stores?: ServiceStores;
}

const TURN_ID = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The hop of a job; null if the job is invalid. Jobs come from Redis and may be forged. Checked by hand, because class
 * validation took a tenth of a hop's time in one process.
 */
function hopOf(job: Partial<HopJob> | null): HopJob | null {
  const { t, v } = job ?? {};
  const isHop = typeof t === 'string' && TURN_ID.test(t) && Number.isSafeInteger(v) && Number(v) >= 0;
  return isHop ? { t, v: Number(v) } : null;
}

/**
 * For a handler without decorated parameters, to which Nest would pass only the payload. Pipes do not run: even without
 * pipes, they would cost promises for each parameter of each hop.
 */
const TakesArgumentsAsTheyAre: MethodDecorator = (target, method) => {
  Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, target.constructor, method);
};

/**
 * Builds a service's Nest module: its actions as providers, and one event handler on the queue of its name.
 *
 * @example
 * export const router = defineService({ name: 'router', actions: [DecideAction] });
 */
export function defineService(options: ServiceOptions): ServiceDefinition {
  @Controller()
  class HopController {
    private readonly logger = new Logger(options.name);
    private runner: HopRunner | undefined;

    constructor(
      @Inject(CARRIER) private readonly carrier: Carrier,
      @Inject(ModuleRef) private readonly moduleRef: ModuleRef,
      @Optional() @Inject(HOP_OBSERVER) private readonly observer: HopObserver = NOBODY,
      @Optional() @Inject(PROMPT_RECORDER) private readonly recorder: PromptRecorder | null = null,
      @Optional() @Inject(BIND_ACTION) private readonly bind: BindAction = (handler) => handler,
    ) {}

    @EventPattern(options.name, QUARRY_TRANSPORT)
    @TakesArgumentsAsTheyAre
    async hop(data: Partial<HopJob> | null, context: HopDeliveryContext): Promise<void> {
      const { waitedMs, leaving } = context;
      const job = hopOf(data);
      if (!job) {
        this.observer.hopEnded(options.name, 'refused', null);
        throw new RpcException('This job is not a hop: it must have a turn `t` and its version `v`.');
      }
      if (context.skippedQueue) this.observer.hopSkippedQueue(options.name);
      else if (waitedMs !== null) this.observer.hopWaited(options.name, waitedMs);
      this.runner ??= new HopRunner(
        options.name,
        this.carrier,
        this.boundActions(),
        this.observer,
        this.recorder,
      );
      try {
        context.backInMs = await this.runner.run(job, waitedMs, leaving);
        if (context.backInMs === ELSEWHERE_MS && !leaving.aborted)
          this.logger.warn(
            `turn ${job.t}, version ${job.v}, is left to another process, which may be newer: this one does not know its format or its step`,
          );
      } catch (error) {
        const { message } = toFault(error);
        this.logger.warn(`turn ${job.t}, version ${job.v}, is delivered again: ${message}`);
        // Nest passes on the message only for this kind of error.
        throw new RpcException(message);
      }
    }

    private boundActions(): Map<string, ActionHandler> {
      return new Map(
        options.actions.map((type) => [actionMeta(type).name, this.bind(this.moduleRef.get(type))]),
      );
    }
  }

  @Module({
    imports: options.imports ?? [],
    providers: [...options.actions, ...(options.providers ?? [])],
    controllers: [HopController, ...(options.controllers ?? [])],
  })
  class ServiceModule {}
  Object.defineProperty(ServiceModule, 'name', { value: `${options.name}-service` });

  return {
    name: options.name,
    takesHops: true,
    stores: options.stores ?? {},
    module: ServiceModule,
    catalog: options.actions.map((type) => ({ service: options.name, ...actionMeta(type) })),
  };
}
