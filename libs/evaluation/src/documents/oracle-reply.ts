/** Text, or calls. */
export type OracleReply =
  string | { readonly calls: readonly Readonly<Record<string, string | number>>[]; readonly tool: string };
