import type { FileBuilder } from './file-builder';
import { argumentsOf, constantName, symbolName } from './ruby-names';
import type { Syntax } from './syntax';

/** Reads a call in the body of a class or at the top of a file that defines something there. */
type ClassCall = (
  node: Syntax,
  file: FileBuilder,
  declareField: (node: Syntax, name: string) => void,
) => 'skip' | void;

/** `attr_reader :a, :b`. */
const attributes: ClassCall = (node, _file, declareField) => {
  const names = argumentsOf(node);
  // A single one has the comment above it.
  for (const name of names) declareField(names.length === 1 ? node : name, symbolName(name));
  return 'skip';
};

/** `include Comparable, Helpers`. */
const mixin: ClassCall = (node, file) => {
  for (const argument of argumentsOf(node)) {
    const name = constantName(argument);
    if (name !== '' && file.scope.definition.kind === 'TYPE') file.use(argument, name, 'IMPLEMENTS');
  }
  return 'skip';
};

/** `define_method(:name) { |a| … }`, `alias_method :name, :old`. */
const method: ClassCall = (node, file) => {
  const [name, old] = argumentsOf(node);
  const kind = file.scope.definition.kind === 'TYPE' ? 'METHOD' : 'FUNCTION';
  file.define(node, { kind, name: symbolName(name) });
  if (old && symbolName(old) !== '') file.reference(undefined, old);
};

/** `require 'a/b'`, `require_relative 'b'`, `autoload :B, 'a/b'`. */
const required: ClassCall = (node, file) => {
  const path = argumentsOf(node).at(-1)?.first('string_content')?.text ?? '';
  const relative = node.child('method')?.text === 'require_relative';
  const module = relative ? `./${path}` : path;
  if (path !== '') file.imports.push({ module, names: [], line: file.lines.at(node.start) });
  return 'skip';
};

/** Calls without a receiver that define something, by their names. */
export const classCalls: Readonly<Record<string, ClassCall>> = {
  attr: attributes,
  attr_reader: attributes,
  attr_writer: attributes,
  attr_accessor: attributes,
  include: mixin,
  extend: mixin,
  prepend: mixin,
  define_method: method,
  alias_method: method,
  require: required,
  require_relative: required,
  autoload: required,
  load: required,
};
