import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OidcSignIn, SignInSessions, type SignedInForNow } from '@quarry/application/access';
import { Fault } from '@quarry/turn';
import type { Request, Response } from 'express';
import { ApiProblems } from '../http/problem.dto';
import { Public } from './from-request';
import { RateLimits } from './limits/rate-limits';
import { BegunSignInDto, SignedInDto, SignInEndedDto, SignInOffersDto } from './sign-in.dto';
import { BeginSignInDto, EndSignInDto, RenewalDto } from './sign-in.schema';

/** The console's sign-in at the issuer of tokens. Its callers have no credential yet. */
@ApiTags('sign-in')
@Public()
@Controller('v1/sign-in')
export class SignInController {
  constructor(
    @Inject(OidcSignIn) private readonly signIn: OidcSignIn,
    @Inject(SignInSessions) private readonly sessions: SignInSessions,
    @Inject(RateLimits) private readonly rates: RateLimits,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Whether users can sign in at an issuer (no key)' })
  @ApiResponse({ status: 200, type: SignInOffersDto })
  @ApiProblems()
  getSignIn(): SignInOffersDto {
    return { issuer: this.signIn.host };
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Begin a sign-in at the issuer (no key)',
    description:
      'OpenID Connect, authorization code with PKCE. Keep `state`, `nonce` and `codeVerifier` in the tab, and go to `url`.',
  })
  @ApiResponse({ status: 200, type: BegunSignInDto })
  @ApiProblems('bad_request', 'issuer_unavailable')
  async startSignIn(
    @Body() { redirectUri }: BeginSignInDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BegunSignInDto> {
    response.setHeader('Cache-Control', 'no-store');
    return this.signIn.begin(redirectUri);
  }

  @Post('token')
  @HttpCode(200)
  @ApiOperation({
    summary: 'End a sign-in: exchange the code of the issuer for a token (no key)',
    description:
      'Checks state, nonce and code verifier, and that the gateway accepts the token. The token is not stored. Send it as `Authorization: Bearer`. If the issuer gave a refresh token and QUARRY_SECRETS_KEY is set, the gateway keeps that token encrypted, and `renewal` renews the sign-in.',
  })
  @ApiResponse({ status: 200, type: SignedInDto })
  @ApiProblems('bad_request', 'unauthorized', 'rate_limited', 'issuer_unavailable')
  async createSignInToken(
    @Body() { redirectUri, parameters, ...kept }: EndSignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    response.setHeader('Cache-Control', 'no-store');
    const returnedTo = new URL(redirectUri);
    returnedTo.search = parameters;
    const signedIn = await this.rates.guarded(request, `sign-in ${kept.state} ${parameters}`, () =>
      this.sessions.open({ ...kept, returnedTo }),
    );
    if (!signedIn)
      throw new Fault(
        'unauthorized',
        'The sign-in was not accepted: it is old, was begun in another tab, or your account has no tenant here. Sign in again.',
      );
    return present(signedIn);
  }

  @Post('renewal')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Renew a sign-in: a new token, and the next renewal (no key)',
    description:
      'A renewal is valid once, and for another 30 s in case the response is lost. Using it later ends the session: two clients have the same renewal, so one of them may have stolen it.',
  })
  @ApiResponse({ status: 200, type: SignedInDto })
  @ApiProblems('bad_request', 'unauthorized', 'rate_limited', 'issuer_unavailable', 'store_unavailable')
  async replaceSignInToken(
    @Body() { renewal }: RenewalDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInDto> {
    response.setHeader('Cache-Control', 'no-store');
    const signedIn = await this.rates.guarded(request, `renewal ${renewal}`, () =>
      this.sessions.renew(renewal),
    );
    if (signedIn) return present(signedIn);
    throw new Fault(
      'unauthorized',
      'The sign-in has ended: the issuer ended it, or it was used elsewhere. Sign in again.',
    );
  }

  @Post('end')
  @HttpCode(200)
  @ApiOperation({
    summary: 'End a sign-in: delete its refresh token, and revoke it at the issuer (no key)',
    description: 'The token itself is valid until it expires.',
  })
  @ApiResponse({ status: 200, type: SignInEndedDto })
  @ApiProblems('bad_request', 'rate_limited', 'store_unavailable')
  async revokeSignIn(@Body() { renewal }: RenewalDto, @Req() request: Request): Promise<SignInEndedDto> {
    const ended = await this.rates.guarded(request, `end of ${renewal}`, async () =>
      (await this.sessions.close(renewal)) ? true : null,
    );
    return { ended: ended === true };
  }
}

function present({ token, until, signOutUrl, renewal }: SignedInForNow): SignedInDto {
  return { token, expiresAt: new Date(until).toISOString(), signOutUrl, renewal };
}
