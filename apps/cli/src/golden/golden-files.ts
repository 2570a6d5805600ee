import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuestionDraft } from '@quarry/application/golden-sets';
import type { GoldenSetDto, Immutable } from '@quarry/client';
import { Fault } from '@quarry/turn';

const FILES = ['questions.jsonl', 'gold-only.jsonl'] as const;

/**
 * Writes a set in the format of `quarry eval`: `set.yaml` and `questions.jsonl`. Questions with only gold places, which
 * `quarry eval` does not read, go to `gold-only.jsonl`.
 * @returns the number of questions with only gold places
 */
export async function exportSet(
  set: Immutable<GoldenSetDto>,
  folder: string,
  corpus: string | null,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const line = (question: Immutable<GoldenSetDto>['questions'][number]): string => {
    const { id, text, answers, gold: places, unanswerable, note, isEnglish } = question;
    const gold = [...new Set(places.filter(({ grade }) => grade !== 0).map(({ path }) => path))];
    return `${JSON.stringify({ id, question: text, answer: answers, unanswerable, gold, places, note, isEnglish })}\n`;
  };
  const isAnswered = ({ answers, unanswerable }: Immutable<GoldenSetDto>['questions'][number]) =>
    unanswerable || answers.length > 0;
  const others = set.questions.filter((question) => !isAnswered(question));
  await writeFile(join(folder, FILES[0]), set.questions.filter(isAnswered).map(line).join(''));
  await writeFile(join(folder, FILES[1]), others.map(line).join(''));
  // JSON is YAML.
  const about = { name: set.name, ...(corpus === null ? {} : { corpus }) };
  await writeFile(join(folder, 'set.yaml'), `${JSON.stringify(about)}\n`);
  return others.length;
}

/**
 * Reads the questions of a folder that {@link exportSet} wrote, or of any set with `questions.jsonl`.
 * @throws Fault `path_not_found`, `bad_request`
 */
export async function readQuestions(folder: string): Promise<readonly QuestionDraft[]> {
  const texts = await Promise.all(
    FILES.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8').catch(() => null) })),
  );
  if (texts.every(({ text }) => text === null))
    throw new Fault('path_not_found', `There is no ${FILES[0]} in ${folder}.`);
  return texts.flatMap(({ name, text }) =>
    (text ?? '')
      .split('\n')
      .flatMap((line, at) => (line.trim() === '' ? [] : [toDraft(line, `${join(folder, name)}:${at + 1}`)])),
  );
}

function toDraft(line: string, where: string): QuestionDraft {
  const { id, question, answer, unanswerable, gold, places, note, isEnglish } = fieldsOf(line, where);
  if (typeof question !== 'string' || (typeof id !== 'string' && typeof id !== 'number'))
    throw new Fault('bad_request', `${where} has no id or no question.`);
  const answers = (Array.isArray(answer) ? (answer as readonly unknown[]) : [answer]).filter(
    (one) => typeof one === 'string',
  );
  return {
    id: String(id),
    text: question,
    answers,
    gold: placesOf(Array.isArray(places) ? places : Array.isArray(gold) ? gold : [], where),
    unanswerable: unanswerable === true,
    isEnglish: isEnglish !== false,
    note: typeof note === 'string' ? note : '',
  };
}

function placesOf(places: readonly unknown[], where: string): NonNullable<QuestionDraft['gold']> {
  return places.map((place) => {
    if (typeof place === 'string') return { path: place, lines: null, grade: 1 };
    const { path, lines, grade } = (place ?? {}) as Readonly<Record<string, unknown>>;
    const [first, last] = Array.isArray(lines) ? (lines as readonly unknown[]) : [];
    if (typeof path !== 'string') throw new Fault('bad_request', `${where} has a gold place without a path.`);
    const range = typeof first === 'number' && typeof last === 'number' ? ([first, last] as const) : null;
    return { path, lines: range, grade: typeof grade === 'number' ? grade : 1 };
  });
}

function fieldsOf(line: string, where: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new Fault('bad_request', `${where} is not a JSON object.`);
}
