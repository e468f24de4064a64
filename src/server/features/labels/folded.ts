/**
 * A name without differences of case or of how its letters are encoded. It is put into upper case first, as that spells
 * out letters without a capital form: `Straße` and `STRASSE` are the same name.
 */
export function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
