import type { Provider, Type } from '@nestjs/common';

/** One feature of the gateway: what it provides, and its routes. */
export interface Feature {
  readonly providers: readonly Provider[];
  readonly controllers: readonly Type[];
}
