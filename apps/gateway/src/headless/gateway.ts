import { APPLICATION } from '@quarry/application/providers';
import type { ServiceOptions } from '@quarry/engine';
import { FinalizeAction } from '../actions/finalize.action';

/** The gateway as a service of turns: it opens them and ends them. What clients speak comes on top. */
export const GATEWAY = {
  name: 'gateway',
  stores: { history: 'required', search: 'optional', graph: 'optional' },
  actions: [FinalizeAction],
  providers: [...APPLICATION],
} as const satisfies ServiceOptions;
