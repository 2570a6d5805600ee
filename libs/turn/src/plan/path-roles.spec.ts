import { asksAboutTests, isExamplePath, isTestPath } from './path-roles';

describe('isTestPath', () => {
  it.each([
    'src/invoice.spec.ts',
    'src/invoice.test.tsx',
    'tests/test_invoice.py',
    'pkg/pool/pool_test.go',
    'src/Shop.Tests/InvoiceTests.cs',
    'src/test/java/InvoiceTest.java',
    'src/__tests__/invoice.js',
    'libs/store/src/testing/model.ts',
    'libs/store/src/conformance.ts',
    ...'test tests testing spec specs __tests__ __mocks__ mock mocks fixture fixtures testdata e2e conformance'
      .split(' ')
      .map((folder) => `src/${folder}/invoice.ts`),
    'src/tests',
    'src/InvoiceSpec.scala',
    'src/InvoiceTest.java',
    'src/Invoice2Tests.cs',
  ])('%s', (path) => {
    expect(isTestPath(path)).toBe(true);
  });

  // From released packages: the parts of them that they ship for the tests of others.
  it.each([
    'quart/testing/client.py',
    'flask/testing.py',
    'numpy/testing/_private/utils.py',
    'sqlalchemy/testing/config.py',
    'sqlalchemy/engine/mock.py',
    'django/test/client.py',
    'django/core/management/commands/test.py',
    '_pytest/fixtures.py',
    'spring-test/src/main/java/org/springframework/test/web/servlet/MockMvc.java',
    'org/springframework/mock/web/MockHttpSession.java',
    'packages/core/testing/src/defer.ts',
    'client-go/testing/object_tracker.go',
    'src/Aspire.Hosting.Testing/DistributedApplicationFactory.cs',
  ])('not %s, which is shipped', (path) => {
    expect(isTestPath(path)).toBe(false);
  });

  it.each([
    'testing/test_capture.py',
    'testing/conftest.py',
    'numpy/testing/tests/test_utils.py',
    'numpy/lib/tests/data.py',
    'test/helpers.py',
    'spring-test/src/test/java/org/springframework/test/context/Hooks.java',
    'app/src/integrationTest/java/com/shop/Server.java',
    'client-go/testing/object_tracker_test.go',
    'src/Shop.Tests/Fixture.cs',
  ])('%s, beside what is shipped', (path) => {
    expect(isTestPath(path)).toBe(true);
  });

  it.each(['src/invoice.ts', 'src/attestation.ts', 'src/latest.py', 'src/Contest.cs', 'src/special/case.go'])(
    'not %s',
    (path) => {
      expect(isTestPath(path)).toBe(false);
    },
  );
});

describe('asksAboutTests', () => {
  it.each([
    ['which tests cover the loop', true],
    ['how is the latest contest decided', false],
    ['when does the pool decide to test a connection', false],
    ['which function tests the date', true],
  ])('%s: %s', (question, expected) => {
    expect(asksAboutTests(question)).toBe(expected);
  });
});

describe('isExamplePath', () => {
  it.each([
    ['samples/Shop/Program.cs', true],
    ['packages/core/examples/basic.ts', true],
    ['docs/conf.py', true],
    ['sandbox/client.js', true],
    ['bench/index.js', true],
    // A tool that measures is no benchmark of itself.
    ['src/benchmark/run.rs', false],
    ['lib/docs/parser.ts', false],
    ['example.py', false],
    ['src/sampler/mod.rs', false],
  ])('%s: %s', (path, expected) => {
    expect(isExamplePath(path)).toBe(expected);
  });
});
