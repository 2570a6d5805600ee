import type { Loaded, Refusal } from '../document';

/**
 * Explains why PDF.js did not open a file. Errors are distinguished by name, because their classes belong to another
 * realm.
 */
export function refusedFor(error: unknown): Loaded {
  const name = error instanceof Error ? error.name : '';
  const message = error instanceof Error ? error.message : String(error);
  if (name === 'PasswordException') {
    return refused(
      'encrypted',
      'The PDF is encrypted and needs a password. Save it without one and add it again.',
    );
  }
  if (name === 'RangeError' && message.includes('call stack')) {
    return tooDeep();
  }
  return refused('damaged', `The PDF is damaged: ${message.replace(/\.$/, '')}.`);
}

export function refused(refusal: Refusal, reason: string): Loaded {
  return { kind: 'refused', refusal, reason };
}

export function tooDeep(): Loaded {
  return refused('too_deep', 'The objects of the PDF are nested too deeply to be read.');
}
