// A model that this user has set up is not for tests. Workers inherit the environment.
process.env.QUARRY_SETTINGS = 'none';

/** One run for the whole workspace. Libraries resolve to their sources, so no build is needed before a test. */
module.exports = {
  testEnvironment: '<rootDir>/test/lane-environment.cjs',
  runtime: '<rootDir>/test/shared-packages-runtime.cjs',
  testEnvironmentOptions: { customExportConditions: ['quarry-source', 'require', 'node', 'default'] },
  testMatch: ['<rootDir>/{apps,libs,test}/**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/fixtures/'],
  setupFiles: ['reflect-metadata'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // No test should take as long; on a machine that is shared and busy, one that takes a second may take a minute.
  testTimeout: 120_000,
  maxWorkers: 2,
  // A worker's heap grows with every file it has run, up to the 4 GB at which Node ends it: a new one takes over before.
  workerIdleMemoryLimit: '1.5GB',
  testSequencer: '<rootDir>/test/longest-first.cjs',
  // Each run has its own folder for temporary files (scripts/jest-run.mts), where Jest would begin with an empty cache,
  // and without the durations of the last run.
  cacheDirectory: '<rootDir>/node_modules/.cache/quarry/jest',
};
