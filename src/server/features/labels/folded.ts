/**
 * A name without differences of case or of how its letters are encoded. Upper case comes first, as it also spells out
 * letters that have no other: `Straße` and `STRASSE` are the same name.
 */
export function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
