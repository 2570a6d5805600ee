import { APPLICATION } from '@quarry/application/providers';
import type { ServiceOptions } from '@quarry/engine';
import { FinalizeAction } from '../actions/finalize.action';

/** The gateway as a service of turns: it starts them and ends them. The full gateway adds protocols for clients. */
export const GATEWAY = {
  name: 'gateway',
  stores: { history: 'required', search: 'optional', graph: 'optional' },
  actions: [FinalizeAction],
  providers: [...APPLICATION],
} as const satisfies ServiceOptions;
