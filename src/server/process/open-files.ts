import { readdirSync } from 'node:fs'
import { z } from 'zod'

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }) })
const USUAL = 64 // descriptors that a process has open before its first visitor, where the system does not tell

/** How many files and connections this process may have open at once. Infinite where there is no limit, as on Windows. */
export function openFilesLimit(): number {
  // Otherwise the report would look up names of hosts. Node's types lack the property.
  Object.assign(process.report, { excludeNetwork: true })
  const found = report.safeParse(process.report.getReport())
  if (!found.success) return Number.POSITIVE_INFINITY
  const { soft } = found.data.userLimits.open_files
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** How many files and connections this process has open now. */
export function openFilesNow(): number {
  try {
    return readdirSync('/dev/fd').length
  } catch {
    return USUAL
  }
}
