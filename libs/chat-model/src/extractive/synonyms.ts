import { wordsOf } from './terms';

/** Words by which questions and texts name the same relation. */
const GROUPS = [
  'born birth birthplace native hometown',
  'die died death dead dies killed deceased buried',
  'married marry marriage spouse wife husband wed widow widower partner',
  'attend attended study studied studies graduate graduated educated education university college school alma degree',
  'population inhabitants residents people live lives lived',
  'direct directed director directors',
  'write wrote written writer author authored novelist by',
  'compose composed composer composers music score scored soundtrack',
  'produce produced producer producers production',
  'found founded founder founders founding establish established established start started form formed create created began begun opened open incorporated settled built',
  'employ employees employed employer staff work works workforce personnel',
  'headquarters headquartered based seat located location situated lies',
  'revenue revenues sales turnover income',
  'gross grossed grossing earn earned earning box office',
  'budget cost costs costing',
  'label records record recorded recording release released releases',
  'publish published publisher publishers publication press issued',
  'sold sell copies sales selling',
  'mayor mayors governor',
  'area square cover covers acres hectares size large',
  'student students pupils enrollment enrolment enrolled',
  'president principal head headed chair chairman chancellor director leader leads led chief',
  'drummer drums percussion drumming',
  'teacher teach taught teaching pupil student studied mentor tutor trained coach coached',
  'executive ceo',
  'tall height feet metres meters high elevation altitude',
  'child children son sons daughter daughters father mother kids parents',
  'play played plays star starred starring stars cast appear appeared portray portrayed role',
  'sing sang singer singers vocals vocalist perform performed performer artist',
  'win won winner award awarded prize medal',
  'own owned owner owns acquired bought purchased subsidiary',
  'country nation nationality citizen state',
  'old older oldest young younger youngest age aged born birth',
  'name named called known',
  'install installed installation setup installing',
  'configure configured configuration setting settings option options set',
  'limit limits maximum most cap restricted',
  'error errors fail failure fails exception',
  'price pricing fee fees charge costs',
] as const;

const BY_STEM = new Map<string, readonly string[]>();
for (const group of GROUPS) {
  const stems = [...new Set(group.split(' ').flatMap((word) => wordsOf(word)))];
  for (const stem of stems) BY_STEM.set(stem, [...new Set([...(BY_STEM.get(stem) ?? []), ...stems])]);
}

/** Stems of the words that name the same relation as a stem, itself included. */
export function synonymsOf(stem: string): readonly string[] {
  return BY_STEM.get(stem) ?? [stem];
}

/** True if words of a question name one relation: each shares a group of synonyms with another one. */
export function nameOneRelation(stems: readonly string[]): boolean {
  const [first, ...others] = stems;
  if (first === undefined) return false;
  const reached = new Set(synonymsOf(first));
  let left = others;
  for (;;) {
    const next = left.filter((stem) => !synonymsOf(stem).some((other) => reached.has(other)));
    if (next.length === left.length) return left.length === 0;
    for (const stem of left)
      if (!next.includes(stem)) for (const other of synonymsOf(stem)) reached.add(other);
    left = next;
  }
}
