/** Files that exist to hold secrets: every value assigned to a secret's name in them is a secret, random or not. */
const SECRET_FILES: readonly RegExp[] = [
  /(?:^|\/)\.env(?:\.[\w-]+)*$/i,
  /(?:^|\/)[\w-]+\.env$/i,
  /(?:^|\/)\.?(?:npmrc|pypirc|netrc|_netrc|pgpass|htpasswd|s3cfg|git-credentials|dockercfg|my\.cnf|boto|vault-token)$/i,
  /(?:^|\/)\.docker\/config\.json$/i,
  /(?:^|\/)\.(?:aws|gem|cargo|kube|azure|oci)\/(?:credentials|config|credentials\.toml|accessTokens\.json)$/i,
  /(?:^|\/)(?:kubeconfig|secrets?\.(?:ya?ml|json|toml|properties|env)|credentials\.(?:ya?ml|json|toml|xml)|master\.key)$/i,
  /\.(?:tfvars|tfstate)(?:\.json)?$/i,
];

/** A template of such a file. */
const TEMPLATES = /\.(?:example|sample|template|dist|defaults?|tmpl|schema|test)(?:\.|$)/i;

/** Files in which a value follows its name without quotes. */
const CONFIGURATION =
  /^(?:Dockerfile|Makefile|\.env|\.\w{0,20}rc$)|\.(?:ya?ml|properties|ini|cfg|conf|cnf|toml|env|tfvars|sh|bash|zsh|ps1|bat|service|netrc)$/i;

/** True for a file that holds secrets by its name: `.env`, `.npmrc`, `terraform.tfstate`. */
export function isSecretFile(path: string): boolean {
  return !TEMPLATES.test(path) && SECRET_FILES.some((pattern) => pattern.test(path));
}

/** True for a file of lines `NAME=value` that no language parses. */
export function isDotenv(path: string): boolean {
  return /(?:^|\/)(?:\.env(?:\.[\w-]+){0,5}|[\w-]{1,100}\.env)$/i.test(path);
}

/** True for a file whose values need no quotes. */
export function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path.slice(path.lastIndexOf('/') + 1)) || isSecretFile(path);
}
