/**
 * Loaded into a process before anything else (`node --require`): its clock is `CLOCK_AHEAD_MS` ahead, and alternately
 * `CLOCK_JUMP_MS` more, every five seconds. Plain Node runs this file.
 */
const Right = Date;
const ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
const jump = Number(process.env['CLOCK_JUMP_MS'] ?? 0);

function shown(): number {
  return Right.now() + ahead + (Math.floor(performance.now() / 5_000) % 2) * jump;
}

globalThis.Date = new Proxy(Right, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [shown()] : args, made) as object,
  apply: () => new Right(shown()).toString(),
  get: (target, key) => (key === 'now' ? shown : (Reflect.get(target, key) as unknown)),
});
