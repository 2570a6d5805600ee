/** Import cycles, and the layers once more, on paths: what ESLint's boundary rule says by tags, a second tool checks. */
const lib = (names) => `^libs/(${names.join('|')})/`;
const domain = ['turn', 'arithmetic', 'protocol', 'pipeline', 'client'];
const ports = [
  'git',
  'sqlite',
  'secrets',
  'connections',
  'elasticsearch',
  'search-index',
  'graph-store',
  'history-store',
  'golden-store',
  'record-store',
  'lease',
  'turn-archive',
  'session-cache',
  'chat-model',
  'embedder',
  'reranker',
];
const engines = ['engine', 'prompting', 'retrieval', 'documents', 'indexing'];
/** Those that take part in turns; the indexer is the one that reads sources. */
const services = '^apps/(gateway|router|retriever|graph-expander|answerer|history-summarizer|loop-guard)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'An import cycle: move what both need into a third file below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-the-bottom',
      severity: 'error',
      from: { path: lib(domain) },
      to: { path: '^(libs|apps)/', pathNot: lib(domain) },
    },
    {
      name: 'ports-know-the-domain-only',
      severity: 'error',
      from: { path: lib(ports) },
      to: { path: '^(libs|apps)/', pathNot: lib([...domain, ...ports]) },
    },
    {
      name: 'engine-knows-ports-and-domain',
      severity: 'error',
      from: { path: lib(engines) },
      to: { path: '^(libs|apps)/', pathNot: lib([...domain, ...ports, ...engines]) },
    },
    {
      name: 'application-is-for-the-gateway-and-the-roots',
      severity: 'error',
      from: { path: `^libs/|${services}|^apps/indexer/`, pathNot: '^(libs/application|apps/gateway)/' },
      to: { path: '^libs/application/' },
    },
    {
      name: 'the-command-line-starts-services-through-solo',
      severity: 'error',
      from: { path: '^apps/cli/' },
      to: { path: services },
    },
    {
      name: 'libraries-know-no-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'a-service-knows-no-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/(cli|solo)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'indexing-is-for-the-indexer-and-the-cli',
      severity: 'error',
      from: { path: `^libs/|${services}|^apps/solo/`, pathNot: '^libs/indexing/' },
      to: { path: '^libs/indexing/' },
    },
    {
      name: 'no-deep-import',
      comment:
        'A package is used through its index, its test helpers through `<package>/testing`, and what must load without the rest through an entry of its own.',
      severity: 'error',
      from: { path: '^((?:libs|apps)/[^/]+)/' },
      to: {
        path: '^(libs|apps)/',
        pathNot: [
          '^$1/',
          '^(libs|apps)/[^/]+/src/((testing|observing|headless|run|carriers/bullmq)/)?index\\.ts$',
          '^libs/(application|connections)/src/[^/]+/index\\.ts$',
        ],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'tests-stay-tests',
      comment: 'Code that ships imports a spec or a test helper.',
      severity: 'error',
      from: { pathNot: '^test/|\\.spec\\.ts$|/testing/|/conformance/|conformance\\.ts$' },
      to: {
        path: '^test/|\\.spec\\.ts$|/testing/|/conformance/|conformance\\.ts$',
        pathNot: '^node_modules',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['quarry-source', 'import', 'require', 'node', 'default'],
      mainFields: ['main', 'types'],
    },
  },
};
