const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const workerThreads = require('node:worker_threads');
const { defaultMetadataStorage } = require('class-transformer/cjs/storage');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

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

/** Jest adds its handlers of a file to those of the file before. */
const KEPT_BY_JEST = [Symbol.for('EVENT_HANDLERS')];

/** Jest keeps the tests of each file under a symbol of its own, and with them all that they used. */
const TESTS_OF_A_FILE = 'Symbol(JEST_STATE_SYMBOL)';

/**
 * What earlier files of the worker left behind is forgotten: their tests, and what the decorators of their classes told
 * packages. With it, a worker kept 15 MB for each file, and collecting its memory was a large part of its CPU time.
 */
function forgetEarlierFiles() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (String(symbol) === TESTS_OF_A_FILE) delete globalThis[symbol];
  delete globalThis.classValidatorMetadataStorage;
  defaultMetadataStorage.clear();
}

/** How many times as long as its limit a test may take: a starved process has so much less time than the clock says. */
const PATIENCE = Number(process.env.QUARRY_TEST_PATIENCE ?? 1);

/**
 * Lanes by name (docs/recipes.md): a test of a pure spec that does what its lane does not allow fails, wherever in the
 * code it happens.
 *
 * All files of a worker share its realm, and with it the packages (shared-packages-runtime.cjs). What a file may leave
 * behind is put back after it: environment variables, the working folder, and what Jest itself keeps in the realm.
 */
module.exports = class LaneEnvironment {
  global = globalThis;
  /** Only for Jest's legacy timers, which need a realm for each file. */
  fakeTimers = null;
  #exportConditions;
  #tornDown = false;
  #file;
  #pure;
  #offences = [];
  #putBack = [];
  #cpuBefore;
  /** As it is before Jest replaces it for a file. */
  #exit = process.exit;
  #patient = new WeakSet();

  constructor({ projectConfig }, { testPath }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    // As a proxy: of the real global object, `node:timers` and `node:timers/promises` would be replaced as well.
    const global = new Proxy(globalThis, {});
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global });
    this.#exportConditions = projectConfig.testEnvironmentOptions.customExportConditions;
    this.#file = path.relative(projectConfig.rootDir, testPath);
    this.#pure = !/\.(?:int|slow|proof)\.spec\.ts$/.test(this.#file);
  }

  exportConditions() {
    return this.#exportConditions;
  }

  /** Jest asks whether files can still be loaded. */
  getVmContext() {
    return this.#tornDown ? null : globalThis;
  }

  async setup() {
    this.#cpuBefore = process.cpuUsage();
    forgetEarlierFiles();
    this.#restoreAfterwards();
    if (this.#pure) for (const [owner, name, what] of REFUSED) this.#refuse(owner, name, what);
  }

  #restoreAfterwards() {
    const folder = process.cwd();
    const { env } = process;
    const variables = { ...env };
    this.#putBack.push(() => {
      process.exit = this.#exit;
      process.chdir(folder);
      // A spec may have replaced it by a plain object.
      process.env = env;
      for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
      Object.assign(env, variables);
      for (const name of KEPT_BY_JEST) delete globalThis[name];
    });
  }

  /** An error that is thrown may be caught by what it tests, so it is also told to the test. */
  #refuse(owner, name, what) {
    const real = owner[name];
    const offences = this.#offences;
    // A package that is loaded now may keep this function for all files of the worker.
    const isOver = () => this.#tornDown;
    owner[name] = function refused(...args) {
      if (isOver()) return new.target ? Reflect.construct(real, args) : Reflect.apply(real, this, args);
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
    this.fakeTimersModern.dispose();
    for (const putBack of this.#putBack.splice(0)) putBack();
    this.#tornDown = true;
    const run = process.env.QUARRY_TEST_RUN;
    if (!run) return;
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    appendFileSync(
      path.join(run, 'cpu.jsonl'),
      `${JSON.stringify({ file: this.#file, cpuMs: Math.round((user + system) / 1000) })}\n`,
    );
  }
};
