const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { default: TestRunner } = createRequire(require.resolve('jest/package.json'))('jest-runner');

/**
 * Stryker knows which tests reach a mutant, but jest loads all files to search for them, and continues after a failure,
 * which takes most of a run's time. This runner loads only files with such a test, those named like the changed file
 * first, and stops at the first failure.
 */
module.exports = class MutantsRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    if (tests.length === 0) return super.runTests(tests, watcher, options);
    const notes = path.join(tests[0].context.config.rootDir, '.names-of-tests.json');
    const names = existsSync(notes) ? JSON.parse(readFileSync(notes, 'utf8')) : {};
    const isMutant = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
    let failed = false;
    this.on('test-file-success', ([test, { numFailingTests, testResults }]) => {
      failed ||= numFailingTests > 0;
      if (!isMutant) names[test.path] = testResults.map(({ fullName }) => fullName);
    });
    for (const test of isMutant ? this.#chosen(tests, names) : tests) {
      await super.runTests([test], watcher, options);
      if (isMutant && failed) break;
    }
    if (!isMutant) writeFileSync(notes, JSON.stringify(names));
  }

  #chosen(tests, names) {
    const { testNamePattern, nonFlagArgs } = this._globalConfig;
    const wanted = new RegExp(testNamePattern ?? '', 'i');
    const changed = path.basename(nonFlagArgs[0] ?? '', '.ts');
    const isOther = ({ path: file }) => Number(!path.basename(file).startsWith(changed));
    return tests
      .filter(({ path: file }) => names[file]?.some((name) => wanted.test(name)) ?? true)
      .toSorted((a, b) => isOther(a) - isOther(b) || names[a.path]?.length - names[b.path]?.length);
  }
};
