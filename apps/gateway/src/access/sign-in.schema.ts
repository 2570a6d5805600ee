import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';

const error = 'must be the address of the console, ending in /sign-in';

/** The address that the issuer sends the browser to: without parameters, which the issuer adds. */
const REDIRECT = z
  .url({ protocol: /^https?$/, error })
  .max(1_000)
  .refine((text) => URL.canParse(text) && isSignInPage(new URL(text)), { error })
  .describe('Address of the page `/sign-in` of this gateway, as it is registered at the issuer.');

const KEPT = z.string().min(16).max(200);

/** The body of `POST /v1/sign-in`. */
const BEGIN = z.strictObject({ redirectUri: REDIRECT });

/** The body of `POST /v1/sign-in/token`. */
const END = z.strictObject({
  redirectUri: REDIRECT,
  parameters: z
    .string()
    .min(1)
    .max(8_000)
    .describe('The query that the issuer sent the browser back with, e.g. `code=…&state=…`.'),
  state: KEPT.describe('`state` of `POST /v1/sign-in`.'),
  nonce: KEPT.describe('`nonce` of `POST /v1/sign-in`.'),
  codeVerifier: KEPT.describe('`codeVerifier` of `POST /v1/sign-in`.'),
});

/** The body of `POST /v1/sign-in/renewal` and `POST /v1/sign-in/end`. */
const RENEWAL = z.strictObject({
  renewal: z.string().min(16).max(200).describe('`renewal` of the last response with a token.'),
});

export class BeginSignInDto extends createZodDto(BEGIN) {}
export class EndSignInDto extends createZodDto(END) {}
export class RenewalDto extends createZodDto(RENEWAL) {}

function isSignInPage({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/sign-in' && search + hash + username + password === '';
}
