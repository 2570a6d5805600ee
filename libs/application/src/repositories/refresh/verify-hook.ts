import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a git server that prove that it knows the secret. */
export interface HookProof {
  /** GitHub, Gitea, Forgejo: `sha256=` and the HMAC-SHA256 of the body, in hex. */
  readonly signature?: string | undefined;
  /** GitLab: the secret itself. */
  readonly token?: string | undefined;
}

/** Whether a request was made with the secret. The time it takes says nothing about the secret. */
export function isProven({ signature, token }: HookProof, secret: string, body: Uint8Array): boolean {
  if (signature !== undefined)
    return isSame(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  return token !== undefined && isSame(token, secret);
}

/** Compares digests: texts of different lengths take the same time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
