import { ApiProperty } from '@nestjs/swagger';

export class SignInOffersDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'id.example.com',
    description: 'Host of the issuer at which users can sign in; null if there is none.',
  })
  readonly issuer!: string | null;
}

export class BegunSignInDto {
  @ApiProperty({ description: "Address of the issuer's page." })
  readonly url!: string;
  @ApiProperty({ description: 'Ties the reply of the issuer to this sign-in.' })
  readonly state!: string;
  @ApiProperty({ description: 'Ties the token to this sign-in.' })
  readonly nonce!: string;
  @ApiProperty({ description: 'Proof that the code is exchanged by the one who asked for it (PKCE).' })
  readonly codeVerifier!: string;
}

export class SignedInDto {
  @ApiProperty({ description: 'Token of the issuer, which the gateway accepts as `Authorization: Bearer`.' })
  readonly token!: string;
  @ApiProperty({ format: 'date-time', description: 'Time at which the token expires.' })
  readonly expiresAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://id.example.com/logout?id_token_hint=…',
    description:
      "Address that ends the session at the issuer and returns to `redirectUri`: open it in the user's browser to sign out. Null if the issuer has none.",
  })
  readonly signOutUrl!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Renews the sign-in once, with `POST /v1/sign-in/renewal`; keep it like the token. Null if the session ends with the token.',
  })
  readonly renewal!: string | null;
}

export class SignInEndedDto {
  @ApiProperty({ description: 'False if there was no session.' })
  readonly ended!: boolean;
}
