import { wordsOf } from './terms';

/** Words by which a question and code name the same: who asks seldom knows which one the author chose. */
const GROUPS = [
  'delay wait timeout backoff sleep interval',
  'compute computed calculate calculated',
  'remove removed delete deleted strip stripped clear cleared drop dropped discard',
  'create created make build built construct new',
  'find found locate search lookup resolve resolved discover',
  'error exception failure fault',
  'stop cancel cancelled abort terminate',
  'start begin launch',
  'check validate validated verify',
  'merge merged combine combined join joined',
  'parse parsed decode decoded deserialize load loads',
  'write encode encoded serialize serialized dump dumps',
  'send dispatch emit publish',
  'skip skipped ignore ignored omit omitted exclude excluded',
  'duplicate duplicates twice repeated',
  'suggest suggested similar close matches possibilities',
  'replace replaced substitute escape escaped',
  'convert converted translate translated cast transform',
  'notice notify watch observe detect',
  'allow allowed permit permitted accept accepted',
  'reject rejected deny denied refuse',
  'shadow shadowed override overridden hidden',
  'empty blank missing',
  'order sort sorted priority precedence',
  'copy clone cloned',
] as const;

const BY_STEM = new Map<string, ReadonlySet<string>>();
for (const group of GROUPS) {
  const stems = group.split(' ').flatMap((word) => wordsOf(word));
  for (const stem of stems) BY_STEM.set(stem, new Set([...(BY_STEM.get(stem) ?? []), ...stems]));
}

/** Stems of the words that code may use for a stem, without the stem itself; none for most. */
export function codeSynonymsOf(stem: string): ReadonlySet<string> {
  return BY_STEM.get(stem) ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
