import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Fault } from '@quarry/turn';

const BYTES = 32;

/**
 * Sessions of the person who started this gateway, on this machine. A code that `quarry serve` prints opens one, and
 * works once. Only such a session can choose which folders the gateway may index. Nothing is stored: sessions end with
 * the process.
 */
@Injectable()
export class OwnerSessions {
  /** Digest of the code that can still be used. */
  private invited: string | null = null;
  /** Digests of the tokens of open sessions. */
  private readonly open = new Set<string>();

  /** A new code, to be shown to the owner; earlier ones no longer work. */
  invite(): string {
    const code = randomBytes(BYTES).toString('base64url');
    this.invited = digestOf(code);
    return code;
  }

  /** Exchanges the code for the token of a session. @throws Fault `forbidden` for a wrong or used code */
  begin(code: string): string {
    // Digests of random codes leak nothing when they are compared.
    if (this.invited === null || digestOf(code) !== this.invited)
      throw new Fault(
        'forbidden',
        'This link has been used, or belongs to an earlier start. Start `quarry serve` again for a new one.',
      );
    this.invited = null;
    const token = randomBytes(BYTES).toString('base64url');
    this.open.add(digestOf(token));
    return token;
  }

  isOpen(token: string | undefined): boolean {
    return token !== undefined && this.open.has(digestOf(token));
  }
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
