import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a server's certificate, its key, and the authority that signed it. */
export interface Certificates {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** Creates an authority and a certificate for 127.0.0.1 and localhost, by openssl. */
export function makeCertificates(folder: string): Certificates {
  const file = (name: string): string => join(folder, name);
  const names = file('names');
  writeFileSync(names, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const fresh = ['req', '-newkey', 'rsa:2048', '-nodes'];
  const [caKey, ca, key, request, certificate] = [
    'ca.key',
    'ca.crt',
    'server.key',
    'server.csr',
    'server.crt',
  ].map(file) as [string, string, string, string, string];
  openssl([
    ...fresh,
    '-x509',
    '-days',
    '2',
    '-subj',
    '/CN=Quarry test authority',
    '-keyout',
    caKey,
    '-out',
    ca,
  ]);
  openssl([...fresh, '-subj', '/CN=quarry-test', '-keyout', key, '-out', request]);
  const signed = [
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    request,
    '-CA',
    ca,
    '-CAkey',
    caKey,
    '-CAcreateserial',
  ];
  openssl([...signed, '-extfile', names, '-out', certificate]);
  return { ca, certificate, key };
}

function openssl(args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`openssl ${args.join(' ')}: ${error?.message ?? stderr}`);
}
