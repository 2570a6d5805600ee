import colors from 'picocolors';

/** Colours of one stream; where it has none, every function returns its text as it is. */
export type Palette = ReturnType<typeof colors.createColors>;

/**
 * Each stream by itself, so that a log file gets no control characters while the other stream is a terminal.
 * `NO_COLOR` wins over `FORCE_COLOR`, which wins over what the stream is.
 */
export function paletteFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Palette {
  if (env['NO_COLOR']) return colors.createColors(false);
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return colors.createColors(forced !== '0');
  return colors.createColors(stream.isTTY && env['TERM'] !== 'dumb');
}
