import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { pureLane } from './scripts/pure-lane.mjs';

/** Who may import whom, by the tags in each package.json: domain < port < engine < platform < application < service < root. */
const below = {
  domain: ['layer:domain'],
  port: ['layer:port', 'layer:domain'],
  engine: ['layer:engine', 'layer:port', 'layer:domain'],
  platform: ['layer:platform', 'layer:engine', 'layer:port', 'layer:domain'],
  application: ['layer:application', 'layer:platform', 'layer:engine', 'layer:port', 'layer:domain'],
};
/** What makes a server of a process. A client of a store is no server: adapters of ports may use one. */
const servers = ['@nestjs/*', 'bullmq', 'express'];
/** What only the gateway speaks. */
const FACES = [
  'express',
  '@nestjs/swagger',
  '@nestjs/platform-express',
  '@modelcontextprotocol/*',
  '@bull-board/*',
];
/** Reading sources into an index is work of the indexer and of the command line alone. */
const noIndexing = { notDependOnLibsWithTags: ['scope:indexing'] };
const SERVICES_OF_TURNS = [
  'gateway',
  'router',
  'retriever',
  'graph-expander',
  'answerer',
  'history-summarizer',
  'loop-guard',
];

const boundaries = [
  {
    sourceTag: 'layer:domain',
    onlyDependOnLibsWithTags: below.domain,
    bannedExternalImports: [...servers, 'ioredis'],
  },
  { sourceTag: 'layer:port', onlyDependOnLibsWithTags: below.port, bannedExternalImports: servers },
  { sourceTag: 'layer:engine', onlyDependOnLibsWithTags: below.engine },
  { sourceTag: 'scope:engine', ...noIndexing },
  { sourceTag: 'layer:platform', onlyDependOnLibsWithTags: below.platform, ...noIndexing },
  // It knows no protocol: HTTP and MCP are the gateway's.
  {
    sourceTag: 'layer:application',
    onlyDependOnLibsWithTags: below.application,
    bannedExternalImports: FACES,
    ...noIndexing,
  },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: below.application },
  { sourceTag: 'scope:gateway', ...noIndexing },
  // What callers may ask for is the gateway's; the other services work on turns.
  ...SERVICES_OF_TURNS.filter((name) => name !== 'gateway').map((name) => ({
    sourceTag: `scope:${name}`,
    notDependOnLibsWithTags: ['layer:application', 'scope:indexing'],
  })),
  { sourceTag: 'type:root', onlyDependOnLibsWithTags: ['type:root', 'type:service', ...below.application] },
  // It runs in a browser: of all our code only the client of the API does as well.
  { sourceTag: 'type:page', onlyDependOnLibsWithTags: ['scope:client'], bannedExternalImports: servers },
];

const environment = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Settings come from libs/platform, which reads the environment once and passes it in.',
  },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
    message: 'Use the global `process`, so that reads of its `env` are seen.',
  },
];

const focused = [
  {
    selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name='only']",
    message: 'A focused test hides all the others.',
  },
  {
    selector: 'CallExpression[callee.name=/^(fit|fdescribe)$/]',
    message: 'A focused test hides all the others.',
  },
];

/** What holds of an empty list, whatever the code does. */
const vacuous = [
  {
    selector:
      "CallExpression[callee.name='expect'] > CallExpression[callee.property.name='every']:not([callee.object.callee.name='atLeastOne'])",
    message: 'This holds of an empty list: compare the whole list, or take atLeastOne(list).every(...).',
  },
  {
    selector: "CallExpression[callee.property.name='forEach'] CallExpression[callee.name='expect']",
    message: 'This expects nothing of an empty list: write `for (const one of atLeastOne(list))`.',
  },
];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '.nx/',
      '.quarry/',
      '.setup/',
      'coverage/',
      // Real code bases to index, not code of ours.
      'test/fixtures/',
      // Written by openapi-typescript.
      '**/generated/',
      // Forbidden on purpose; scripts/canary.mts lints them.
      'test/canary/',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: {
      parserOptions: { project: ['tsconfig.check.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { depConstraints: boundaries }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-deprecated': [
        'error',
        // Marked so that it stands out: it will not go away.
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // An embedded store does synchronous work behind an asynchronous port; `async` makes its errors rejections.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...environment],
    },
  },
  {
    files: ['apps/console/src/**'],
    languageOptions: {
      parserOptions: { project: ['apps/console/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    files: [
      'libs/platform/src/**',
      // Makes the environment of a child from the few variables that git needs.
      'libs/git/src/environment.ts',
      'apps/cli/src/**',
      'scripts/**',
      'benchmarks/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: ['apps/cli/src/**', 'scripts/**', 'benchmarks/**'], rules: { 'no-console': 'off' } },
  {
    files: [
      '**/*.spec.ts',
      'test/**',
      '**/testing/**/*.ts',
      '**/conformance.ts',
      '**/conformance/**',
      '**/*.conformance.ts',
    ],
    plugins: { '@nx': nx },
    rules: {
      // The helpers under test/ belong to no package; .dependency-cruiser.cjs keeps them out of what ships.
      '@nx/enforce-module-boundaries': [
        'error',
        { depConstraints: boundaries, allow: ['^([.][.]/)+test/[a-z-]+(/[a-z-]+)?$'] },
      ],
      'no-console': 'off',
      'no-restricted-syntax': ['error', ...focused],
      // Expectations look into any JSON that a server sends.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/security/**', 'test/faults/**'],
    rules: { 'no-restricted-syntax': ['error', ...focused, ...vacuous] },
  },
  {
    files: ['**/*.spec.ts'],
    ignores: ['**/*.{int,slow,proof}.spec.ts'],
    plugins: { quarry: { rules: { 'pure-lane': pureLane } } },
    rules: { 'quarry/pure-lane': 'error' },
  },
);
