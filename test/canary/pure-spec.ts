// linted as: libs/engine/src/canary.spec.ts
// expected on every line of code: quarry/pure-lane
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
export const now = [Date.now(), performance.now(), new Date(), sleep, spawn];
export const later = (done: () => void): unknown => setTimeout(done, 5);
