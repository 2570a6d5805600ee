import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { TokenRanks } from './o200k-ranks';

/** Pieces whose tokens are remembered: words that are no token of their own are frequent. */
const REMEMBERED = 50_000;
const NO_RANK = Infinity;

/** Written beside the compiled module by the build of the command line: parsing the tokens takes some 80 ms. */
const TABLE = join(__dirname, 'o200k.table');

/**
 * The o200k_base encoding by byte pairs, as tiktoken encodes. The data and the pattern of pieces are those of
 * `gpt-tokenizer`, whose own tables take a quarter of a second to build.
 *
 * @example
 * const encoding = new O200k();
 * encoding.encode('hello world').length; // 2
 */
export class O200k {
  private readonly ranks: TokenRanks;
  private readonly pieces: RegExp;
  private readonly known = new Map<string, readonly number[]>();
  private readonly encoder = new TextEncoder();
  private buffer = new Uint8Array(4_096);

  /** @param table where {@link save} may have written the tokens */
  constructor(table = TABLE) {
    const load = createRequire(__filename);
    this.ranks =
      TokenRanks.open(table) ?? TokenRanks.parse(load.resolve('gpt-tokenizer/data/o200k_base.tiktoken'));
    const constants = load('gpt-tokenizer/encodingParams/constants') as {
      readonly O200K_TOKEN_SPLIT_REGEX: typeof O200K_TOKEN_SPLIT_REGEX;
    };
    this.pieces = constants.O200K_TOKEN_SPLIT_REGEX;
  }

  /** Writes the tokens to a file that opens in a few milliseconds, by default where every process looks for it. */
  save(table = TABLE): void {
    this.ranks.save(table);
  }

  /** The tokens of a text; special tokens in it are text. */
  encode(text: string): readonly number[] {
    return text.match(this.pieces)?.flatMap((piece) => this.tokensOf(piece)) ?? [];
  }

  /** How many tokens a text has. */
  count(text: string): number {
    let tokens = 0;
    for (const piece of text.match(this.pieces) ?? []) tokens += this.tokensOf(piece).length;
    return tokens;
  }

  /** The text of tokens; U+FFFD where they begin or end within a character. */
  decode(tokens: readonly number[]): string {
    const bytes = Buffer.concat(tokens.map((token) => this.ranks.bytesOf(token)));
    return bytes.toString('utf8');
  }

  private tokensOf(piece: string): readonly number[] {
    const known = this.known.get(piece);
    if (known) return known;
    if (this.buffer.length < piece.length * 3) this.buffer = new Uint8Array(piece.length * 3);
    const { written } = this.encoder.encodeInto(piece, this.buffer);
    const rank = this.ranks.rankOf(this.buffer, 0, written);
    const tokens = rank < 0 ? this.merged(written) : [rank];
    if (this.known.size >= REMEMBERED) this.known.clear();
    this.known.set(piece, tokens);
    return tokens;
  }

  /** Joins the pair of lowest rank, the first of equals, until no pair is a token. */
  private merged(length: number): number[] {
    const starts = Array.from({ length: length + 1 }, (_, at) => at);
    const pairRank = (at: number): number => {
      const [from, to] = [starts[at], starts[at + 2]];
      const rank = from === undefined || to === undefined ? -1 : this.ranks.rankOf(this.buffer, from, to);
      return rank < 0 ? NO_RANK : rank;
    };
    const ranks = starts.map((_, at) => pairRank(at));
    for (;;) {
      const lowest = ranks.reduce((best, rank, at) => (rank < (ranks[best] ?? NO_RANK) ? at : best), 0);
      if ((ranks[lowest] ?? NO_RANK) === NO_RANK) break;
      starts.splice(lowest + 1, 1);
      ranks.splice(lowest + 1, 1);
      ranks[lowest] = pairRank(lowest);
      if (lowest > 0) ranks[lowest - 1] = pairRank(lowest - 1);
    }
    return starts.slice(1).map((end, at) => this.ranks.rankOf(this.buffer, starts[at] ?? 0, end));
  }
}
