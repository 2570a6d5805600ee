import { defineService } from '@quarry/engine';
import { LoopGuardAction } from './actions/loop-guard.action';

/** Allows another pass or stops. Every cycle of every pipeline goes through this service. */
export const loopGuard = defineService({ name: 'loop-guard', actions: [LoopGuardAction] });
