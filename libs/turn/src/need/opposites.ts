/** Words with opposite meanings: `[one side, the other]`. The singular also matches the plural. */
const POLES: readonly (readonly [string, string])[] = [
  [
    'increase increased increasing growth grow grew rise rose rising gain',
    'decrease decreased decreasing decline declined declining drop dropped fall fell reduction reduced loss',
  ],
  ['higher highest most maximum max upper largest', 'lower lowest least minimum min smallest'],
  ['long', 'short'],
  ['current', 'noncurrent prior previous preceding'],
  ['asset', 'liability'],
  ['income revenue', 'expense cost'],
  ['debit', 'credit'],
  ['gross', 'net'],
  ['basic', 'diluted'],
  ['receivable', 'payable'],
  ['domestic', 'foreign international'],
  ['buy purchase purchased acquisition acquired', 'sell sale sold disposal disposed divestiture'],
  ['borrow borrowing borrowed', 'lend lending lent repayment repaid'],
  ['realized realised', 'unrealized unrealised'],
  ['before', 'after'],
  ['begin beginning start started opening open opened', 'end ending stop stopped closing close closed'],
  ['first', 'last final'],
  ['include included including with', 'exclude excluded excluding without'],
  ['enable enabled', 'disable disabled'],
  ['allow allowed allowlist', 'deny denied forbidden denylist'],
  ['read reader reading', 'write writer writing written'],
  ['get getter', 'set setter'],
  ['create created creation add added insert', 'delete deleted deletion remove removed removal'],
  ['encode encoding encoder', 'decode decoding decoder'],
  ['encrypt encryption', 'decrypt decryption'],
  ['serialize serializer serialization', 'deserialize deserializer deserialization'],
  ['client', 'server'],
  ['input', 'output'],
  ['request', 'response'],
  ['import imported', 'export exported'],
  ['upload', 'download'],
  ['lock locked', 'unlock unlocked'],
  ['connect connected', 'disconnect disconnected'],
  ['install', 'uninstall'],
  ['success succeed succeeded', 'failure fail failed'],
  ['parent', 'child children'],
  ['caller', 'callee'],
  ['subscribe', 'unsubscribe'],
  ['upstream', 'downstream'],
  ['sync synchronous', 'async asynchronous'],
  ['public', 'private'],
  ['internal', 'external'],
  ['ascending', 'descending'],
];

const SIDES: ReadonlyMap<string, readonly string[]> = sides();

/**
 * The sides of the opposites to which the words belong. A text with words of both sides (`increase or decrease`) asks
 * for both and belongs to neither.
 */
export function polesOf(words: readonly string[]): readonly string[] {
  const found = new Set(words.flatMap((word) => SIDES.get(word) ?? []));
  return [...found].filter((side) => !found.has(contrary(side)));
}

/** Whether one text asks for the opposite of the other. */
export function areContrary(one: readonly string[], other: readonly string[]): boolean {
  return one.some((side) => other.includes(contrary(side)));
}

function contrary(side: string): string {
  return side.startsWith('+') ? `-${side.slice(1)}` : `+${side.slice(1)}`;
}

function sides(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  POLES.forEach((pair, at) => {
    pair.forEach((words, side) => {
      for (const word of words.split(' '))
        all.set(word, [...(all.get(word) ?? []), `${side === 0 ? '+' : '-'}${at}`]);
    });
  });
  return all;
}
