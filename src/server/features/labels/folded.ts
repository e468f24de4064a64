/** A name without differences of case or encoding. Upper case comes first, to make `Straße` and `STRASSE` the same. */
export function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
