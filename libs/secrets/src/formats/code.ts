import { format, formats, type Format } from './format';

/** Tokens of code hosting, package registries and build services. */
export const CODE: readonly Format[] = [
  ...formats(
    'gitlab-token',
    ['glptt-', 'gldt-', 'glsoat-', 'glimt-', 'glft-', 'glcbt-', 'glrt-', 'GR1348941'],
    '[A-Za-z0-9_-]{20,64}',
    'docs.gitlab.com/security/tokens',
  ),
  format('gitlab-agent-token', 'glagent-', '[A-Za-z0-9_-]{50,1024}', 'docs.gitlab.com/security/tokens'),
  format(
    'bitbucket-app-password',
    'ATBB',
    '[A-Za-z0-9]{32}',
    'support.atlassian.com/bitbucket-cloud/docs/app-passwords',
  ),
  format(
    'bitbucket-access-token',
    'ATCTT3',
    '[A-Za-z0-9_=-]{180,260}',
    'support.atlassian.com/bitbucket-cloud/docs/access-tokens',
  ),
  format(
    'atlassian-api-token',
    'ATATT3',
    '[A-Za-z0-9_=-]{180,260}',
    'support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account',
  ),
  format('pypi-token', 'pypi-AgEIcHlwaS5vcmc', '[A-Za-z0-9_-]{50,1000}', 'pypi.org/help/#apitoken'),
  format('pypi-token', 'pypi-AgENdGVzdC5weXBpLm9yZw', '[A-Za-z0-9_-]{50,1000}', 'pypi.org/help/#apitoken'),
  format('rubygems-api-key', 'rubygems_', '[a-f0-9]{48}', 'guides.rubygems.org/api-key-scopes'),
  format('nuget-api-key', 'oy2', '[a-z0-9]{43}', 'learn.microsoft.com/nuget/nuget-org/publish-a-package'),
  format('crates-io-token', 'cio', '[A-Za-z0-9]{32}', 'doc.rust-lang.org/cargo/reference/publishing.html'),
  format('clojars-token', 'CLOJARS_', '[a-z0-9]{60}', 'github.com/clojars/clojars-web/wiki/Deploy-Tokens'),
  ...formats(
    'packagist-token',
    ['packagist_ort_', 'packagist_out_', 'packagist_uut_', 'packagist_urt_'],
    '[a-f0-9]{68}',
    'packagist.com/docs/api',
  ),
  format(
    'docker-organization-token',
    'dckr_oat_',
    '[A-Za-z0-9_-]{27,40}',
    'docs.docker.com/enterprise/security/access-tokens',
  ),
  format(
    'artifactory-api-key',
    'AKCp',
    '[A-Za-z0-9]{69}',
    'jfrog.com/help/r/jfrog-platform-administration-documentation/api-key',
  ),
  format(
    'artifactory-reference-token',
    'cmVmdGtuOj',
    '[A-Za-z0-9]{54}',
    'jfrog.com/help/r/jfrog-platform-administration-documentation/reference-token',
  ),
  ...formats(
    'circleci-token',
    ['CCIPAT_', 'CCIPRJ_'],
    '[A-Za-z0-9]{22}_[a-f0-9]{40}',
    'circleci.com/docs/managing-api-tokens',
  ),
  format('buildkite-token', 'bkua_', '[a-f0-9]{40}', 'buildkite.com/docs/apis/managing-api-tokens'),
  format(
    'harness-token',
    'pat.',
    '[A-Za-z0-9_-]{22}\\.[a-f0-9]{24}\\.[A-Za-z0-9]{20}',
    'developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys',
  ),
  ...formats(
    'sonar-token',
    ['squ_', 'sqp_', 'sqa_'],
    '[a-f0-9]{40}',
    'docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens',
  ),
  format(
    'sourcegraph-token',
    'sgp_',
    '(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}',
    'sourcegraph.com/docs/cli/how-tos/creating_an_access_token',
  ),
  format(
    'octopus-api-key',
    'API-',
    '[A-Z0-9]{25,26}',
    'octopus.com/docs/octopus-rest-api/how-to-create-an-api-key',
  ),
  format(
    'postman-api-key',
    'PMAK-',
    '[a-f0-9]{24}-[a-f0-9]{34}',
    'learning.postman.com/docs/developer/postman-api/authentication',
  ),
  format('readme-api-key', 'rdme_', '[a-z0-9]{70}', 'docs.readme.com/main/reference/intro/authentication'),
  format(
    'npm-legacy-token',
    '_authToken=',
    '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}',
    'docs.npmjs.com/about-access-tokens',
  ),
];
