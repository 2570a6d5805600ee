import { asksAboutTests, isTestPath } from './test-path';

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
