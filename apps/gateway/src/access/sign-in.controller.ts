import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { OidcSignIn } from '@quarry/application/access';
import { Fault } from '@quarry/turn';
import type { Request, Response } from 'express';
import { ApiProblems } from '../http/problem.dto';
import { Public } from './from-request';
import { RateLimits } from './limits/rate-limits';
import { BegunSignInDto, SignedInDto, SignInOffersDto } from './sign-in.dto';
import { BeginSignInDto, EndSignInDto } from './sign-in.schema';

/** The console's sign-in at the issuer of tokens. Its callers have no credential yet. */
@ApiTags('sign-in')
@Public()
@Controller('v1/sign-in')
export class SignInController {
  constructor(
    @Inject(OidcSignIn) private readonly signIn: OidcSignIn,
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
      'Checks state, nonce and code verifier, and that the gateway accepts the token. The token is not stored. Send it as `Authorization: Bearer`.',
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
      this.signIn.end({ ...kept, returnedTo }),
    );
    if (!signedIn)
      throw new Fault(
        'unauthorized',
        'The sign-in was not accepted: it is old, was begun in another tab, or your account has no tenant here. Sign in again.',
      );
    const { token, until, signOutUrl } = signedIn;
    return { token, expiresAt: new Date(until).toISOString(), signOutUrl };
  }
}
