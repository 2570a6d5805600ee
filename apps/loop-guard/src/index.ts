import { defineService } from '@quarry/engine';
import { LoopGuardAction } from './actions/loop-guard.action';

/** Another pass, or stop: every cycle of every pipeline passes here. */
export const loopGuard = defineService({ name: 'loop-guard', actions: [LoopGuardAction] });
