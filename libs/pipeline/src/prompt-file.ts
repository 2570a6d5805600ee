import type { Template } from 'liquidjs';
import { countTokens } from '@quarry/turn';
import type { Prompt } from './compiled';
import { suggestion } from './nearest';
import { quote, type Place, type Report } from './problem';
import { PROMPT_VARIABLES, promptEngine, type PromptVariable } from './prompt';
import { YAML_LIMITS } from './yaml/read';

/** A prompt file that passed the check. */
export interface CheckedPrompt {
  readonly prompt: Prompt;
  readonly variables: ReadonlySet<PromptVariable>;
  /** Tokens of the two templates, before they are filled in. */
  readonly tokens: number;
}

interface Part {
  readonly name: string;
  /** First line of the part's text in the file. */
  readonly line: number;
  readonly text: string;
}

const MARKER = /^--- (system|user) ---[ \t]*$/;
const PARTS = 'two parts, each below a line of its own: `--- system ---`, then `--- user ---`';
/** Properties of a variable's value that a template may read. */
const PROPERTIES = ['size', 'first', 'last'];

/**
 * Reads a prompt file: Markdown, {@link PARTS two parts}, LiquidJS templates. Never throws.
 * @returns undefined if there was an error
 */
export function readPromptFile(file: string, text: string, report: Report): CheckedPrompt | undefined {
  const before = report.errors();
  const at = (line: number, column = 1): Place => ({ file, line, column });
  if (Buffer.byteLength(text) > YAML_LIMITS.bytes) {
    report.error(at(1), `the prompt is larger than ${YAML_LIMITS.bytes / 1024} KB`);
    return undefined;
  }
  const parts = splitParts(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  const [lead, system, user, extra] = parts;
  if (lead && lead.text.trim() !== '')
    report.error(at(1), `text before the first part; a prompt has ${PARTS}`);
  if (system?.name !== 'system' || user?.name !== 'user' || extra) {
    report.error(at((extra ?? user ?? system)?.line ?? 1), `a prompt has ${PARTS}`);
    return undefined;
  }
  if (user.text.trim() === '') report.error(at(user.line), 'the part `user` is empty');
  const variables = new Set<PromptVariable>();
  for (const part of [system, user]) checkTemplate(part, at, variables, report);
  if (report.errors() > before) return undefined;
  const prompt = { system: system.text.trim(), user: user.text.trim() };
  return { prompt, variables, tokens: countTokens(prompt.system) + countTokens(prompt.user) };
}

function splitParts(text: string): Part[] {
  const parts: { name: string; line: number; lines: string[] }[] = [{ name: '', line: 1, lines: [] }];
  text.split('\n').forEach((line, index) => {
    const marker = MARKER.exec(line)?.[1];
    if (marker === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ name: marker, line: index + 2, lines: [] });
  });
  return parts.map(({ name, line, lines }) => ({ name, line, text: lines.join('\n') }));
}

function checkTemplate(
  part: Part,
  at: (line: number, column?: number) => Place,
  variables: Set<PromptVariable>,
  report: Report,
): void {
  const place = (row: number, column: number): Place => at(part.line + row - 1, column);
  let templates: Template[];
  try {
    templates = promptEngine.parse(part.text);
    const { globals } = promptEngine.analyzeSync(templates, { partials: false });
    for (const [name, uses] of Object.entries(globals)) {
      for (const use of uses) {
        const where = place(use.location.row, use.location.col);
        if (!isVariable(name)) {
          report.error(where, `unknown variable ${quote(name)}${suggestion(name, PROMPT_VARIABLES)}`);
          continue;
        }
        variables.add(name);
        const property = use.segments[1];
        if (typeof property === 'string' && !PROPERTIES.includes(property)) {
          const known = suggestion(property, PROPERTIES);
          report.error(where, `the variable '${name}' has no property ${quote(property)}${known}`);
        }
      }
    }
  } catch (error) {
    const { row, column, message } = templateError(error);
    report.error(place(row, column), `template: ${message}`);
  }
}

/** Place and message of an error of the template engine. A template nested too deeply exhausts its stack. */
function templateError(error: unknown): { row: number; column: number; message: string } {
  if (!(error instanceof Error)) return { row: 1, column: 1, message: String(error) };
  const position = /, line:(\d+), col:(\d+)$/.exec(error.message.split('\n')[0] ?? '');
  const message = error instanceof RangeError ? 'nested too deeply' : error.message;
  const known = /^tag "(\w+)" not found/.exec(message);
  return {
    row: Number(position?.[1] ?? 1),
    column: Number(position?.[2] ?? 1),
    message:
      (message.split('\n')[0] ?? '').replace(/, line:\d+, col:\d+$/, '') +
      (known?.[1] === undefined ? '' : suggestion(known[1], Object.keys(promptEngine.tags))),
  };
}

function isVariable(name: string): name is PromptVariable {
  return PROMPT_VARIABLES.some((known) => known === name);
}
