/** Where tests and what only they use live, in the conventions of the languages that are indexed. */
const FOLDER_OR_PART =
  /(?:^|[/._-])(?:tests?|testing|specs?|__tests__|__mocks__|mocks?|fixtures?|testdata|e2e|conformance)(?:[/._]|$)/i;
/** `InvoiceTests.cs`, `InvoiceTest.java`. */
const CLASS_OF_TESTS = /[a-z\d](?:Tests?|Spec)\.\w{1,5}$/;

/** True for a path whose code tests other code. */
export function isTestPath(path: string): boolean {
  return FOLDER_OR_PART.test(path) || CLASS_OF_TESTS.test(path);
}

/** What the code does, rather than a test of it: "decide whether to test a connection". */
const TO_TEST = /\b(?:to|must|should|will|would|can|does|did) (?:it )?test\b/gi;

/** True for a question that is about tests: then they count like other code. */
export function asksAboutTests(question: string): boolean {
  return /\btest/i.test(question.replace(TO_TEST, ''));
}
