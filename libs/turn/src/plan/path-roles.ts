/** Parts of a path by which tests, and what only they use, are known in most languages. */
const PARTS =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|__mocks__|mocks?|fixtures?|testdata|e2e|conformance)(?:[/._]|$)/i;
/** `InvoiceTests.cs`, `InvoiceTest.java`. */
const CLASS_OF_TESTS = /[a-z\d](?:Tests?|Spec)\.\w{1,5}$/;
/** `testing/` at the top of a repository has its tests; in a package, it is what the package offers to tests of others. */
const TESTING_AT_TOP = /^testing(?:[/._]|$)/i;

/** How the paths of tests look where the language, or its test runners, say more than the names of folders. */
const BY_LANGUAGE: readonly (readonly [files: RegExp, isTest: (path: string) => boolean])[] = [
  // pytest and unittest find files by their names: `quart/testing`, `django/test` and `flask/testing.py` are shipped.
  [
    /\.pyi?$/i,
    (path) =>
      /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests|conftest)\.pyi?$/i.test(path) ||
      /^tests?[/.]/i.test(path) ||
      /(?:^|[/._-])(?:tests|specs?|__tests__|__mocks__|mocks|fixtures|testdata|e2e|conformance)\//i.test(
        path,
      ),
  ],
  // Folders below that of a domain name packages, not roles: `src/main/java/org/springframework/test`.
  [
    /\.(?:java|kt)$/i,
    (path) => {
      const source = path.replace(/(?:^|\/)(?:com|org|net|io|edu|dev|java|javax|jakarta)\/[^]*\//, '/');
      return !/(?:^|\/)src\/main\//.test(source) && (PARTS.test(source) || /\/\w{1,20}Test\//.test(source));
    },
  ],
  // `packages/core/testing` is an entry point of a package; `src/testing` is for its own tests.
  [
    /\.[cm]?[jt]sx?$/i,
    (path) =>
      PARTS.test(path) ||
      (/(?:^|[/._-])testing(?:[/._]|$)/i.test(path) &&
        !/^(?:packages|projects|libs|modules)\/[^/]+\/testing\//.test(path)),
  ],
];

/**
 * True for a path whose code tests other code. What a package ships for the tests of others is no test.
 * @example
 * isTestPath('tests/client.py'); // true
 * isTestPath('quart/testing/client.py'); // false
 */
export function isTestPath(path: string): boolean {
  if (CLASS_OF_TESTS.test(path) || TESTING_AT_TOP.test(path)) return true;
  const own = BY_LANGUAGE.find(([files]) => files.test(path));
  return own ? own[1](path) : PARTS.test(path);
}

/** Folders whose code only shows how other code is used, or measures it. */
const FOLDER =
  /^_?(?:examples?|samples?|demos?|tutorials?|docs?|sandbox|playgrounds?|bench(?:es|marks?|marking)?)$/i;
/** Folders of the code itself: `src/benchmark` of a tool that measures is no benchmark of it. */
const OWN = /^(?:src|lib|libs|app|internal|pkg|cmd)$/i;

/**
 * True for a path whose code shows how other code is used, or measures it: an example, a sample, a benchmark.
 * @example
 * isExamplePath('samples/Shop/Program.cs'); // true
 * isExamplePath('src/benchmark/run.rs'); // false
 */
export function isExamplePath(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  const own = folders.findIndex((folder) => OWN.test(folder));
  return folders.slice(0, own < 0 ? folders.length : own).some((folder) => FOLDER.test(folder));
}

/** What the code does, rather than a test of it: "decide whether to test a connection". */
const TO_TEST = /\b(?:to|must|should|will|would|can|does|did) (?:it )?test\b/gi;

/** True for a question that is about tests: then they count like other code. */
export function asksAboutTests(question: string): boolean {
  return /\btest/i.test(question.replace(TO_TEST, ''));
}
