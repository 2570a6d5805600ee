/** Where tests and what only they use live, in the conventions of the languages that are indexed. */
const TEST_PATH =
  /(?:^|[/._-])(?:tests?|testing|specs?|__tests__|__mocks__|mocks?|fixtures?|testdata|e2e|conformance)(?:[/._]|$)|[a-z\d](?:Tests?|Spec)\.\w{1,5}$/i;

/** True for a path whose code tests other code. */
export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
