import type { GraphNode } from '@quarry/graph-store';
import { decoratorOf, isProperty, isPublic, lineOfDefinition } from './visibility';

const definition = (language: string, signature: string, more: Partial<GraphNode> = {}): GraphNode => ({
  ...{ key: 'k', kind: 'FUNCTION', name: 'run', qualifiedName: 'run', language, signature, text: signature },
  ...more,
});

describe('whether a definition is public', () => {
  it.each([
    ['python', 'def run():', 'run', true],
    ['python', 'def _run():', '_run', false],
    ['go', 'func Run() {', 'Run', true],
    ['go', 'func run() {', 'run', false],
    ['c', 'static int run(void) {', 'run', false],
    ['c', 'int run(void) {', 'run', true],
    ['cpp', 'static Store make() {', 'make', false],
    ['rust', 'pub fn run() {', 'run', true],
    ['rust', 'fn run() {', 'run', false],
    ['java', 'public void run(private int x) {', 'run', true],
    // Of the package.
    ['java', 'static class Handler implements Shim {', 'Handler', false],
    ['csharp', 'internal static class Extensions', 'Extensions', false],
    ['csharp', 'private protected void Run()', 'Run', false],
    ['csharp', 'protected internal void Run()', 'Run', true],
    ['rust', 'pub(crate) fn run() {', 'run', false],
    ['csharp', 'private static void Run() {', 'Run', false],
    ['typescript', 'export function run() {', 'run', true],
    ['typescript', 'function run() {', 'run', false],
    ['sql', 'CREATE PROCEDURE run', 'run', true],
  ])('%s: %s', (language, signature, name, expected) => {
    expect(isPublic(definition(language, signature, { name }))).toBe(expected);
  });

  it('of a member of an interface, without a word', () => {
    const owner = definition('java', 'public interface Shim {', { kind: 'TYPE' });
    expect(isPublic(definition('java', 'void run();'), owner)).toBe(true);
    expect(isPublic(definition('java', 'private void run() {'), owner)).toBe(false);
  });

  it('of a member in TypeScript, unless it is private', () => {
    expect(isPublic(definition('typescript', 'run() {', { kind: 'METHOD' }))).toBe(true);
    expect(isPublic(definition('typescript', 'private run() {', { kind: 'METHOD' }))).toBe(false);
  });
});

describe('the decorator of a definition', () => {
  it.each([
    ['@app.route("/")\ndef run():', 'app.route'],
    ['  @staticmethod\n  def run():', undefined],
    ['/** @param x no decorator */\n * @returns\ndef run():', undefined],
    ['[HttpGet("{id}")]\ndef run():', 'HttpGet'],
    ['#[tokio::main]\ndef run():', 'tokio::main'],
    ['def run():\n  @inner\n  def other(): pass', undefined],
  ])('%s', (text, expected) => {
    expect(decoratorOf(definition('python', 'def run():', { text }))).toBe(expected);
  });

  it('makes a property', () => {
    expect(isProperty(definition('python', 'def run():', { text: '@property\ndef run():' }))).toBe(true);
    expect(isProperty(definition('typescript', 'static get run() {'))).toBe(true);
    expect(isProperty(definition('typescript', 'getRun() {'))).toBe(false);
  });

  it('stands before the line of the definition', () => {
    const text = '# about it\n@app.route("/")\ndef run():\n  pass';
    expect(lineOfDefinition(definition('python', 'def run():', { text, startLine: 10 }))).toBe(12);
  });
});
