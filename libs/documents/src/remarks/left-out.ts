/** `1 slide`, `3 slides`. */
export function counted(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}

/** The remark on pictures without a description; empty for 0. */
export function picturesLeftOut(n: number): string[] {
  return n === 0
    ? []
    : [`${counted(n, 'picture')} without a description ${n === 1 ? 'was' : 'were'} not read`];
}

/** Number of pictures that a remark of {@link picturesLeftOut} counts; 0 for any other remark. */
export function picturesOf(remark: string): number {
  const counted = /^([\d,]{1,12}) pictures? without a description (?:was|were) not read$/.exec(remark)?.[1];
  return counted === undefined ? 0 : Number(counted.replaceAll(',', ''));
}

/** The line of a picture with its alternative text or caption. */
export function pictureText(description: string): string {
  return `Picture: ${description}`;
}

/** A description that a person wrote, not the name of the file or the guess of a program. */
export function usefulDescription(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/Description automatically generated.*$/i, '')
    .trim();
  return /^(?:fig: )?[^ ]*\.(?:png|jpe?g|gif|emf|wmf|bmp|svg|tiff?|webp)$/i.test(plain) ? '' : plain;
}
