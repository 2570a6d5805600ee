import { format, formats, type Format } from './format';

const HEX = '[a-f0-9]';
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;

/** Tokens of payment, mail, messaging and office services. */
export const SERVICES: readonly Format[] = [
  format('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/]{32,64}={0,2}', 'docs.stripe.com/webhooks'),
  format(
    'square-secret',
    'sq0csp-',
    '[A-Za-z0-9_-]{43}',
    'developer.squareup.com/docs/build-basics/access-tokens',
  ),
  format(
    'square-token',
    'sq0atp-',
    '[A-Za-z0-9_-]{22}',
    'developer.squareup.com/docs/build-basics/access-tokens',
  ),
  format(
    'braintree-access-token',
    'access_token$production$',
    `[a-z0-9]{16}\\$${HEX}{32}`,
    'developer.paypal.com/braintree',
  ),
  format('plaid-access-token', 'access-production-', UUID, 'plaid.com/docs/quickstart/glossary'),
  ...formats(
    'flutterwave-secret-key',
    ['FLWSECK-', 'FLWSECK_TEST-'],
    `${HEX}{32}-X`,
    'developer.flutterwave.com/docs/authentication',
  ),
  format(
    'shippo-token',
    'shippo_live_',
    `${HEX}{40}`,
    'docs.goshippo.com/docs/guides_general/authentication',
  ),
  ...formats(
    'easypost-api-key',
    ['EZAK', 'EZTK'],
    '[A-Za-z0-9]{54}',
    'docs.easypost.com/docs/authentication',
  ),
  ...formats(
    'duffel-token',
    ['duffel_live_', 'duffel_test_'],
    '[A-Za-z0-9_-]{43}',
    'duffel.com/docs/api/overview/authentication',
  ),
  ...formats('frameio-token', ['fio-u-'], '[A-Za-z0-9_=-]{64}', 'developer.frame.io/docs'),
  format(
    'airtable-token',
    'pat',
    `[A-Za-z0-9]{14}\\.${HEX}{64}`,
    'airtable.com/developers/web/guides/personal-access-tokens',
  ),
  format('linear-oauth-token', 'lin_oauth_', `${HEX}{64}`, 'developers.linear.app/docs'),
  format('notion-legacy-token', 'secret_', '[A-Za-z0-9]{43}', 'developers.notion.com/docs/authorization'),
  format(
    'typeform-token',
    'tfp_',
    '[A-Za-z0-9_-]{40,60}',
    'typeform.com/developers/get-started/personal-access-token',
  ),
  format(
    'contentful-token',
    'CFPAT-',
    '[A-Za-z0-9_-]{43}',
    'contentful.com/developers/docs/references/authentication',
  ),
  format(
    'dropbox-access-token',
    'sl.',
    '[A-Za-z0-9_-]{130,1200}',
    'dropbox.com/developers/documentation/http/documentation',
  ),
  ...formats(
    'hubspot-token',
    ['pat-na1-', 'pat-na2-', 'pat-eu1-'],
    UUID,
    'developers.hubspot.com/docs/guides/apps/private-apps/overview',
  ),
  format('mailchimp-api-key', '-us', '[0-9]{1,2}', 'mailchimp.com/developer/marketing/guides/quick-start', {
    pattern: `${HEX}{32}`,
    lengths: [32],
  }),
  format(
    'mailgun-api-key',
    'key-',
    `${HEX}{32}`,
    'documentation.mailgun.com/docs/mailgun/api-reference/authentication',
  ),
  ...formats(
    'brevo-api-key',
    ['xkeysib-', 'xsmtpsib-'],
    `${HEX}{64}-[A-Za-z0-9]{16}`,
    'developers.brevo.com/docs/getting-started',
  ),
  format(
    'resend-api-key',
    're_',
    '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}',
    'resend.com/docs/api-reference/introduction',
  ),
  format('mailersend-token', 'mlsn.', `${HEX}{64}`, 'developers.mailersend.com/general.html'),
  format('slack-refresh-token', 'xoxe-1-', '[A-Za-z0-9]{100,200}', 'docs.slack.dev/authentication/tokens'),
  ...formats(
    'slack-rotated-token',
    ['xoxe.xoxb-1-', 'xoxe.xoxp-1-'],
    '[A-Za-z0-9]{100,200}',
    'docs.slack.dev/authentication/tokens',
  ),
  ...formats(
    'discord-webhook',
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    '[0-9]{17,20}/[A-Za-z0-9_-]{60,80}',
    'discord.com/developers/docs/resources/webhook',
  ),
  format('telegram-bot-token', ':AA', '[A-Za-z0-9_-]{33}', 'core.telegram.org/bots/api', {
    pattern: '[0-9]+',
    lengths: [10, 9, 8],
  }),
  format(
    'microsoft-teams-webhook',
    '.webhook.office.com/webhookb2/',
    `${UUID}@${UUID}/IncomingWebhook/[A-Za-z0-9]{32}/${UUID}`,
    'learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors',
  ),
  format(
    'facebook-access-token',
    'EAA',
    '[A-Za-z0-9]{100,400}',
    'developers.facebook.com/docs/facebook-login/guides/access-tokens',
  ),
  format(
    'twitter-bearer-token',
    'AAAAAAAAAAAAAAAAAAAAA',
    '[A-Za-z0-9%]{80,140}',
    'docs.x.com/resources/fundamentals/authentication',
  ),
  format(
    'mapbox-secret-token',
    'sk.eyJ',
    '[A-Za-z0-9_-]{40,400}\\.[A-Za-z0-9_-]{20,60}',
    'docs.mapbox.com/help/getting-started/access-tokens',
  ),
  format('maxmind-license-key', '_mmk', '', 'dev.maxmind.com/license-key', {
    pattern: '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}',
    lengths: [36],
  }),
  format('adafruit-io-key', 'aio_', '[A-Za-z0-9]{28}', 'io.adafruit.com/api/docs'),
  format('razorpay-key', 'rzp_live_', '[A-Za-z0-9]{14}', 'razorpay.com/docs/api/authentication'),
  format('clickup-token', 'pk_', '[0-9]{5,10}_[A-Z0-9]{32}', 'developer.clickup.com/docs/authentication'),
];
