/** One spec of an attack family, as `docs/security-tests.md` lists it. */
export interface AttackSpec {
  readonly family: `T${number}`;
  /** The number of its cases: exact, or a minimum if it grows with the routes of the API. */
  readonly cases: number | { readonly least: number };
}

/** Every spec of the attack suite by its path. Each reports its cases by {@link counted}; a spec compares the page. */
export const ATTACK_SPECS = {
  'test/security/spoofed-markers.proof.spec.ts': { family: 'T1', cases: 1_512 },
  'test/security/spoofed-protocols.spec.ts': { family: 'T1', cases: 10_836 },
  'test/security/injections.proof.spec.ts': { family: 'T2', cases: 492 },
  'test/security/exfiltration.slow.spec.ts': { family: 'T3', cases: 135 },
  'test/security/naughty-strings.slow.spec.ts': { family: 'T4', cases: 4_178 },
  'test/security/tenant-isolation.int.spec.ts': { family: 'T5', cases: { least: 180 } },
  'test/security/closed-doors.int.spec.ts': { family: 'T14', cases: { least: 40 } },
  'test/security/access.int.spec.ts': { family: 'T15', cases: { least: 156 } },
  'test/security/streams.int.spec.ts': { family: 'T16', cases: 90 },
  'test/security/forged-jobs.int.spec.ts': { family: 'T18', cases: 198 },
  'test/security/ssrf.int.spec.ts': { family: 'T6', cases: { least: 250 } },
  'test/security/outward-requests.int.spec.ts': { family: 'T6', cases: { least: 210 } },
  'test/security/regexes.slow.spec.ts': { family: 'T10', cases: { least: 200 } },
  'test/security/secrets.int.spec.ts': { family: 'T13', cases: 153 },
  'test/security/secrets-of-stores.slow.spec.ts': { family: 'T13', cases: 174 },
  'test/security/secrets-given-out.int.spec.ts': { family: 'T13', cases: 204 },
  'test/security/malformed-bodies.slow.spec.ts': { family: 'T17', cases: { least: 2_000 } },
  'test/security/traversal.int.spec.ts': { family: 'T7', cases: { least: 900 } },
  'test/security/bombs.slow.spec.ts': { family: 'T8', cases: 14 },
  'test/security/yaml.spec.ts': { family: 'T9', cases: { least: 12 } },
  'test/security/query-injection.int.spec.ts': { family: 'T11', cases: 400 },
  'test/security/query-injection-servers.slow.spec.ts': { family: 'T11', cases: 607 },
  'test/security/consumption.int.spec.ts': { family: 'T12', cases: 23 },
  'test/security/citation-marks.int.spec.ts': { family: 'T20', cases: 143 },
  'test/security/slow-requests.int.spec.ts': { family: 'T12', cases: 280 },
  'test/security/hostile-git.proof.spec.ts': { family: 'T19', cases: 142 },
  'test/security/labels.proof.spec.ts': { family: 'T21', cases: { least: 5_000 } },
  'test/security/secrets-in-sources.slow.spec.ts': { family: 'T24', cases: { least: 300 } },
} as const satisfies Readonly<Record<string, AttackSpec>>;

/** The path of a spec of the suite. */
export type AttackSpecPath = keyof typeof ATTACK_SPECS;

/** Reports the number of cases of a spec; fails if the list above, and thus the docs, differ. */
export function counted(spec: keyof typeof ATTACK_SPECS, tried: number): void {
  const { cases }: AttackSpec = ATTACK_SPECS[spec];
  if (typeof cases === 'number') expect({ spec, cases: tried }).toEqual({ spec, cases });
  else expect(tried).toBeGreaterThanOrEqual(cases.least);
}
