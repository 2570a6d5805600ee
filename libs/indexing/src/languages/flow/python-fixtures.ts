import type { Syntax } from '../syntax';
import type { Slot } from '../../flow/flow-facts';
import type { FlowReader } from './flow-reader';

/** Folders above a test in which pytest looks for a `conftest.py`. */
const MAX_FOLDERS = 6;

const FIXTURE = /^@(?:\w{1,40}\.)?fixture\b/;
const NAMED = /\bname\s*=\s*["'](\w{1,100})["']/;

/** The name under which pytest gives a function to tests; undefined if it is no fixture. */
export function fixtureName(name: string, decorators: readonly Syntax[]): string | undefined {
  const texts = decorators.map(({ text }) => text.slice(0, 500));
  const decorator = texts.find((text) => FIXTURE.test(text));
  return decorator === undefined ? undefined : (NAMED.exec(decorator)?.[1] ?? name);
}

/** Whether pytest calls a function, and gives it a fixture for each of its parameters. */
export function takesFixtures(name: string, decorators: readonly Syntax[]): boolean {
  return name.startsWith('test') || fixtureName(name, decorators) !== undefined;
}

/**
 * The value of a parameter that pytest gives: what the fixture of its name returns or yields. The fixture is in the
 * same class or file, or in a `conftest.py` of a folder above.
 * @see https://docs.pytest.org/en/stable/how-to/fixtures.html
 */
export function fixtureValue(
  parameter: Syntax,
  name: string,
  outer: Slot | undefined,
  flow: FlowReader,
): Slot {
  const fixture = flow.fixtures.get(name) ?? outer ?? ofConftest(name, flow);
  const result = flow.call(fixture, [], parameter.start);
  return flow.either([result, flow.element(result, parameter.start, false)]);
}

function ofConftest(name: string, flow: FlowReader): Slot {
  const slot = flow.builder.slot();
  for (let up = 1; up <= MAX_FOLDERS; up++) flow.builder.add(['m', slot, `${'.'.repeat(up)}conftest`, name]);
  flow.fixtures.set(name, slot);
  return slot;
}
