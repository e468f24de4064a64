/** A part of an address with its escaped signs (`%20`) as they are meant; as it is written if it is escaped wrongly. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
