/** A place that a good engineer would cite: a line of a file that contains this text. */
export interface Place {
  readonly path: string;
  readonly holds: string;
}

export interface GoldQuestion {
  readonly question: string;
  readonly gold: readonly Place[];
  /** Written after the rules, and not used to improve them: the figure that shows whether they are general. */
  readonly heldOut?: true;
}

const place = (path: string, holds: string): Place => ({ path, holds });

/** Questions about real code, each with the places that answer it. */
export const QUESTIONS: Readonly<Record<'quarry' | 'requests' | 'dotnet-shop', readonly GoldQuestion[]>> = {
  quarry: [
    {
      question: 'How is a citation that points at nothing removed from an answer?',
      gold: [
        place('libs/turn/src/answer/citations.ts', 'export function removeUnknownCitations'),
        place('apps/answerer/src/actions/verify-citations.action.ts', 'checkedAnswer('),
      ],
    },
    {
      question: 'When is a request for data refused because it was looked for before?',
      gold: [place('apps/loop-guard/src/rules/repeated-query.rule.ts', "why: 'it was looked for before'")],
    },
    {
      question: 'How are the results of vector search and keyword search fused into one list?',
      gold: [
        place('libs/search-index/src/fusion.ts', 'export function fuseByScore('),
        place('libs/search-index/src/fusion.ts', 'export function fuse('),
      ],
    },
    {
      question: 'When does evidence that is found again add nothing to a turn?',
      gold: [place('libs/turn/src/evidence/evidence.ts', 'function covers(')],
    },
    {
      question: 'How are keys kept unique when several files define the same name?',
      gold: [place('libs/indexing/src/link/unique-keys.ts', 'export function finalKeys')],
    },
    {
      question: 'How is the outcome of a finished turn decided?',
      gold: [place('libs/turn/src/conclusion/conclusion.ts', 'export function conclusionOf')],
    },
    {
      question: 'How long does the model client wait when the server sends Retry-After?',
      gold: [place('libs/chat-model/src/http/failure.ts', 'function retryAfter(')],
    },
    {
      question: 'What does the context check do when the evidence is over the token limit?',
      gold: [
        place('apps/answerer/src/actions/check-context-budget.action.ts', 'const over ='),
        place('apps/answerer/src/context-pack.ts', 'export function composeContext'),
      ],
    },
    {
      question: 'How does the keyword index split an identifier into words?',
      gold: [place('libs/search-index/src/word-pattern.ts', 'Words of an identifier')],
    },
    {
      question: 'How are cycles of pipeline steps found?',
      gold: [place('libs/pipeline/src/check/cycles.ts', 'export function findCycles')],
    },
    {
      question: 'Which fallback is used when the index has no vectors?',
      gold: [place('libs/retrieval/src/modes/choose-mode.ts', 'the index has no vectors')],
    },
    {
      question: 'How is a node text that is too long cut before it becomes evidence?',
      gold: [place('apps/graph-expander/src/evidence.ts', 'function wholeLines(')],
    },
    {
      question: 'How does the answerer settle requests that stayed open?',
      gold: [place('apps/answerer/src/settle.ts', 'export function settleNeeds')],
    },
    {
      question: 'How does the watchdog keep two rounds from running at once?',
      gold: [place('libs/engine/src/carriers/watchdog.ts', 'if (busy) return')],
      heldOut: true,
    },
    {
      question: 'How does the graph store look up a name, exact matches before partial ones?',
      gold: [place('libs/graph-store/src/sqlite/lookup.ts', 'export function lookupName')],
      heldOut: true,
    },
    {
      question: 'How are the settings of a pipeline merged with those of the pipeline that it extends?',
      gold: [
        place('libs/pipeline/src/inherit.ts', 'settings = mergeEntries(settings'),
        place('libs/pipeline/src/yaml/located.ts', 'export function mergeEntries'),
      ],
      heldOut: true,
    },
    {
      question: 'How is a file divided into overlapping token windows?',
      gold: [place('libs/indexing/src/chunk/windows.ts', 'export function windowsOf')],
      heldOut: true,
    },
    {
      question: 'How are identifiers kept when the context is condensed?',
      gold: [
        place('apps/answerer/src/condense.ts', 'export function lostIdentifiers'),
        place('apps/answerer/src/condense.ts', 'export function withIdentifiers'),
      ],
      heldOut: true,
    },
  ],
  requests: [
    {
      question: 'When is the Authorization header dropped on a redirect?',
      gold: [
        place('requests/sessions.py', 'def should_strip_auth('),
        place('requests/sessions.py', 'def rebuild_auth('),
      ],
    },
    {
      question: "How is the encoding of a response's text determined?",
      gold: [
        place('requests/utils.py', 'def get_encoding_from_headers('),
        place('requests/models.py', 'def text(self)'),
      ],
    },
    {
      question: 'How does no_proxy in the environment keep a request from using a proxy?',
      gold: [place('requests/utils.py', 'def should_bypass_proxies(')],
    },
    {
      question: 'Where do credentials from a netrc file come from?',
      gold: [place('requests/utils.py', 'def get_netrc_auth(')],
    },
    {
      question: 'How is a digest challenge answered after a 401 response?',
      gold: [
        place('requests/auth.py', 'def handle_401('),
        place('requests/auth.py', 'def build_digest_header('),
      ],
    },
    {
      question: 'How are the cookies of a response stored in the session?',
      gold: [place('requests/cookies.py', 'def extract_cookies_to_jar(')],
    },
    {
      question: 'What happens to the request body when a redirect has to send it again?',
      gold: [place('requests/utils.py', 'def rewind_body(')],
    },
    {
      question: 'How does a session find the adapter for a URL?',
      gold: [place('requests/sessions.py', 'def get_adapter(')],
    },
    {
      question: 'How is the Content-Length of an upload computed?',
      gold: [
        place('requests/models.py', 'def prepare_content_length('),
        place('requests/utils.py', 'def super_len('),
      ],
    },
    {
      question: 'What is checked in the headers before they are sent?',
      gold: [place('requests/utils.py', 'def _validate_header_part(')],
    },
    {
      question: 'How are hooks called with a response?',
      gold: [place('requests/hooks.py', 'def dispatch_hook(')],
    },
    {
      question: 'Which settings of the environment are merged into a request?',
      gold: [place('requests/sessions.py', 'def merge_environment_settings(')],
    },
    {
      question: 'How are parameters added to the URL when a request is prepared?',
      gold: [
        place('requests/models.py', 'def prepare_url('),
        place('requests/models.py', 'def _encode_params('),
      ],
    },
    {
      question: 'How is a cookie header made for a request?',
      gold: [place('requests/cookies.py', 'def get_cookie_header(')],
      heldOut: true,
    },
    {
      question: 'How are files encoded for a multipart upload?',
      gold: [
        place('requests/models.py', 'def _encode_files('),
        place('requests/utils.py', 'def guess_filename('),
      ],
      heldOut: true,
    },
    {
      question: 'When does raise_for_status raise an error?',
      gold: [place('requests/models.py', 'def raise_for_status(')],
      heldOut: true,
    },
    {
      question: 'How does the adapter verify the certificate of a server?',
      gold: [place('requests/adapters.py', 'def cert_verify(')],
      heldOut: true,
    },
    {
      question: 'How is a method changed after a redirect, such as POST to GET?',
      gold: [place('requests/sessions.py', 'def rebuild_method(')],
      heldOut: true,
    },
  ],
  'dotnet-shop': [
    {
      question: 'What happens to stock when an invoice is cancelled?',
      gold: [
        place('db/Stock.sql', 'PROCEDURE dbo.Stock_Restore'),
        place('db/Invoice_Cancel.sql', 'EXECUTE dbo.Stock_Restore'),
      ],
    },
    {
      question: 'How is stock reserved when an invoice is created?',
      gold: [
        place('db/Stock.sql', 'PROCEDURE dbo.Stock_Reserve'),
        place('db/Invoice_Create.sql', 'EXEC dbo.Stock_Reserve'),
      ],
    },
    {
      question: 'How is the total of an invoice with tax computed?',
      gold: [
        place(
          'src/Shop.Core/Invoicing/PriceCalculator.cs',
          'decimal Total(IReadOnlyList<InvoiceLineInput> lines, decimal',
        ),
      ],
    },
    {
      question: 'When may an invoice not be cancelled?',
      gold: [
        place('src/Shop.Core/Entities/Invoice.cs', 'CanBeCancelled()'),
        place('src/Shop.Core/Invoicing/InvoiceService.cs', '!invoice.CanBeCancelled()'),
      ],
    },
    {
      question: 'How is a customer told that an invoice was cancelled?',
      gold: [
        place('src/Shop.Core/Invoicing/InvoiceService.cs', 'was cancelled: {reason}'),
        place('src/Shop.Core/Notifications/EmailNotifier.cs', 'SendMailAsync'),
      ],
    },
    {
      question: 'What is written to the audit log when the status of an invoice changes?',
      gold: [place('db/Triggers.sql', 'INSERT INTO dbo.AuditLog')],
    },
    {
      question: 'How is a product found by its sku?',
      gold: [
        place('src/Shop.Data/EfProductSource.cs', 'FindBySkuAsync'),
        place('src/Shop.Core/Catalog/ProductCatalog.cs', '_products.FindBySkuAsync'),
      ],
    },
    {
      question: 'How does the API cancel an invoice in the database?',
      gold: [
        place('src/Shop.Data/SqlInvoiceRepository.cs', '[dbo].[Invoice_Cancel]'),
        place('db/Invoice_Cancel.sql', 'PROCEDURE dbo.Invoice_Cancel'),
      ],
    },
    {
      question: 'How are old audit entries deleted?',
      gold: [place('db/Maintenance.sql', 'PROCEDURE dbo.Audit_Purge')],
    },
    {
      question: 'What is done with a text message that is too long?',
      gold: [place('src/Shop.Core/Notifications/SmsNotifier.cs', 'MaxLength ? message')],
    },
    {
      question: 'How old is an open invoice?',
      gold: [
        place('db/03-views.sql', 'FUNCTION dbo.InvoiceAge'),
        place('db/03-views.sql', 'VIEW dbo.OpenInvoice'),
      ],
    },
    {
      question: 'How do the lines of a new invoice reach the database?',
      gold: [
        place('src/Shop.Data/SqlInvoiceRepository.cs', 'SqlParameter LinesParameter'),
        place('db/Invoice_Create.sql', 'INSERT INTO dbo.InvoiceLine'),
      ],
    },
    {
      question: 'Which statements change the quantity on hand of a product?',
      gold: [
        place('db/Stock.sql', 'SET p.OnHand = p.OnHand - l.Quantity'),
        place('db/Stock.sql', 'SET target.OnHand = target.OnHand + source.Quantity'),
      ],
      heldOut: true,
    },
    {
      question: 'What happens in the database when an invoice is created?',
      gold: [
        place('db/Invoice_Create.sql', 'INSERT INTO dbo.Invoice '),
        place('db/Stock.sql', 'PROCEDURE dbo.Stock_Reserve'),
      ],
      heldOut: true,
    },
    {
      question: 'How does the controller of products find a product?',
      gold: [
        place('src/Shop.Api/Controllers/ProductsController.cs', '_catalog.FindAsync(sku)'),
        place('src/Shop.Core/Catalog/ProductCatalog.cs', '_products.FindBySkuAsync'),
      ],
      heldOut: true,
    },
    {
      question: 'What keeps an invoice without lines from being created?',
      gold: [place('src/Shop.Core/Invoicing/InvoiceService.cs', 'needs at least one line')],
      heldOut: true,
    },
    {
      question: 'How is the connection to the database opened?',
      gold: [place('src/Shop.Data/ConnectionFactory.cs', 'new SqlConnection(_connectionString)')],
      heldOut: true,
    },
  ],
};
