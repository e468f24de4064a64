const KILO = 1024

/** A number of bytes as people read it, such as `840 kB` or `1.2 MB`. */
export function sizeOf(bytes: number): string {
  const kilobytes = bytes / KILO
  if (kilobytes < 1) return `${bytes} B`
  return Math.round(kilobytes) < KILO ? `${Math.round(kilobytes)} kB` : `${(kilobytes / KILO).toFixed(1)} MB`
}
