const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const workerThreads = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-node');

/** What a pure spec may not do, itself or through what it calls. */
const REFUSED = [
  ...['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'].map((name) => [
    childProcess,
    name,
    'starts a process',
  ]),
  [net.Server.prototype, 'listen', 'starts a server'],
  [net.Socket.prototype, 'connect', 'opens a connection'],
  [dgram.Socket.prototype, 'bind', 'opens a socket'],
  [workerThreads, 'Worker', 'starts a thread'],
];

/** How many times as long as its limit a test may take: a starved process has so much less time than the clock says. */
const PATIENCE = Number(process.env.QUARRY_TEST_PATIENCE ?? 1);

/** Lanes by name (docs/recipes.md): a test of a pure spec that does what its lane does not allow fails, wherever in the code it happens. */
module.exports = class LaneEnvironment extends TestEnvironment {
  #file;
  #pure;
  #offences = [];
  #putBack = [];
  #cpuBefore;
  #patient = new WeakSet();

  constructor(config, context) {
    super(config, context);
    this.#file = path.relative(config.projectConfig.rootDir, context.testPath);
    this.#pure = !/\.(?:int|slow|proof)\.spec\.ts$/.test(this.#file);
  }

  async setup() {
    this.#cpuBefore = process.cpuUsage();
    await super.setup();
    if (this.#pure) for (const [owner, name, what] of REFUSED) this.#refuse(owner, name, what);
  }

  /** An error that is thrown may be caught by what it tests, so it is also told to the test. */
  #refuse(owner, name, what) {
    const real = owner[name];
    const offences = this.#offences;
    owner[name] = function refused() {
      const error = new Error(
        `A pure spec ${what} (${name}). Name it .int.spec.ts or .slow.spec.ts, or prove its point without: see docs/recipes.md.`,
      );
      offences.push(error);
      throw error;
    };
    this.#putBack.push(() => {
      owner[name] = real;
    });
  }

  handleTestEvent(event, { testTimeout }) {
    if (event.name === 'hook_start') this.#bearWith(event.hook, testTimeout);
    if (event.name === 'test_fn_start') this.#bearWith(event.test, testTimeout);
    if (event.name === 'test_done') event.test.errors.push(...this.#offences.splice(0));
  }

  /** A hook runs more than once. */
  #bearWith(step, usual) {
    if (PATIENCE === 1 || this.#patient.has(step)) return;
    step.timeout = (step.timeout || usual) * PATIENCE;
    this.#patient.add(step);
  }

  async teardown() {
    for (const putBack of this.#putBack.splice(0)) putBack();
    await super.teardown();
    const run = process.env.QUARRY_TEST_RUN;
    if (!run) return;
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    appendFileSync(
      path.join(run, 'cpu.jsonl'),
      `${JSON.stringify({ file: this.#file, cpuMs: Math.round((user + system) / 1000) })}\n`,
    );
  }
};
