const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1_024

/** Formats a size in bytes as "20 MB" in the reader's locale; from 1 to 10 kB, MB or GB with at most one decimal. */
export function byteSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= STEP && unit < units.length - 1) {
    size /= STEP
    unit += 1
  }
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0,
  })
  return format.format(size)
}

const EXACT_BELOW = 10_000
const rounded = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 0 })

/** Formats a count in little room: exact up to 9,999, then rounded, as "12K" or "3M". */
export function shortCount(count: number): string {
  return count < EXACT_BELOW ? count.toLocaleString() : rounded.format(count)
}

/** Formats a count with its noun: "1 page", "2 pages". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
