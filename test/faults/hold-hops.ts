/**
 * Loaded into a service of a fault run before anything else (`node --require`). Stops it where the test requires, so
 * that it is certainly killed in the middle of a hop. Wraps every action where it is declared; the program itself does
 * not know of it. Plain Node runs this file.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FromProcess, HopOrder, HopPoint, ToProcess } from './hop-orders.ts';

interface Handler {
  run(
    turn: { readonly id: string; readonly question: { readonly original: string } },
    params: object,
    context: { readonly step: { readonly id: string } },
  ): Promise<unknown>;
}
type Declare = (meta: object) => (type: { prototype: Handler }) => void;

const load = createRequire(process.argv[1] ?? '');
// The module itself, not the exports of its package, which are read-only.
const declared = load(join(dirname(load.resolve('@quarry/engine')), 'action.js')) as { Action: Declare };

// An older version: it supports turns up to this format, or lacks this action.
const { QUARRY_TEST_TURN_FORMAT: format, QUARRY_TEST_WITHOUT_ACTION: unknown } = process.env;
if (format !== undefined) {
  const turn = load(join(dirname(load.resolve('@quarry/turn')), 'turn/turn.js')) as { TURN_FORMAT: number };
  turn.TURN_FORMAT = Number(format);
}

// A process that resumes turns at its start receives its orders before they can be sent.
const { QUARRY_TEST_ORDERS: ordered = '[]' } = process.env;
let orders = asOrders(JSON.parse(ordered) as HopOrder[]);
const waiting: (() => void)[] = [];

process.on('message', (message: ToProcess) => {
  if ('orders' in message) orders = asOrders(message.orders);
  else for (const go of waiting.splice(0)) go();
});
// The channel to the test must not keep a finished process alive.
process.channel?.unref();

function asOrders(given: readonly HopOrder[]): { order: HopOrder; left: number }[] {
  return given.map((order) => ({ order, left: order.times ?? Infinity }));
}

async function at(point: HopPoint, step: string, turn: Parameters<Handler['run']>[0]): Promise<void> {
  const found = orders.find(
    ({ order, left }) =>
      left > 0 &&
      order.step === step &&
      order.point === point &&
      turn.question.original.includes(order.question ?? ''),
  );
  if (!found) return;
  found.left -= 1;
  const { act } = found.order;
  const told = new Promise<void>((resolve) => {
    const place: FromProcess = { turn: turn.id, step, point };
    process.send?.(place, undefined, undefined, () => resolve());
  });
  if (act === 'wait') await new Promise<void>((go) => waiting.push(go));
  await told;
  if (act === 'die') process.kill(process.pid, 'SIGKILL');
  if (typeof act === 'object') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, act.blockMs);
}

const declare = declared.Action;
declared.Action = (meta) => (type) => {
  if (unknown !== undefined && 'name' in meta && meta.name === unknown) {
    declare({ ...meta, name: `${unknown}_of_old` })(type);
    return;
  }
  const { run } = type.prototype;
  type.prototype.run = async function (turn, params, context) {
    await at('begun', context.step.id, turn);
    const result = await run.call(this, turn, params, context);
    await at('done', context.step.id, turn);
    return result;
  };
  declare(meta)(type);
};
