import colors from 'picocolors';

/** Colours of one stream. Without colours, every function returns its text unchanged. */
export type Palette = ReturnType<typeof colors.createColors>;

/**
 * Decides for each stream separately: a log file gets no control characters if only the other stream is a terminal.
 * `NO_COLOR` overrides `FORCE_COLOR`, which overrides the type of the stream.
 */
export function paletteFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Palette {
  if (env['NO_COLOR']) return colors.createColors(false);
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return colors.createColors(forced !== '0');
  return colors.createColors(stream.isTTY && env['TERM'] !== 'dumb');
}
