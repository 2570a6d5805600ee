/** A branch of a repository on a server. */
export interface GitRemote {
  /** `http:` or `https:`, without user and password. */
  readonly url: string;
  /** A branch or a tag; null: the default branch of the server. */
  readonly branch: string | null;
}

/**
 * `operator`: with the user's git configuration, its credential helpers, certificates and proxies. `public`: with no
 * configuration and no credentials, only to the given address of the host.
 */
export type RemoteAccess =
  { readonly kind: 'operator' } | { readonly kind: 'public'; readonly address: string };
