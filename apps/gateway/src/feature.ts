import type { Provider, Type } from '@nestjs/common';

/** One feature of the gateway: its routes, and what only they need. */
export interface Feature {
  readonly providers?: readonly Provider[];
  readonly controllers: readonly Type[];
}
