import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { QUARRY_TRANSPORT, type Carrier, type HopJob } from '../carrier';
import { HopDeliveryContext } from '../hop-server';

export type HopHandler = (job: HopJob, context: HopDeliveryContext) => Promise<void>;

/** A controller with one hop handler. Nest's decorators may be added to the returned class. */
export function hopController(service: string, handle: HopHandler): Type {
  @Controller()
  class TestHopController {
    @EventPattern(service, QUARRY_TRANSPORT)
    hop(@Payload() job: HopJob, @Ctx() context: HopDeliveryContext): Promise<void> {
      return handle(job, context);
    }
  }
  return TestHopController;
}

/** Starts a real microservice on the carrier with these controllers. */
export async function serve(carrier: Carrier, controllers: Type[]): Promise<INestMicroservice> {
  @Module({ controllers })
  class TestModule {}
  const app = await NestFactory.createMicroservice(TestModule, {
    strategy: carrier.transport(),
    logger: false,
  });
  await app.listen();
  return app;
}
