import { ExtractError } from './errors.ts'
import { readZip, type ZipEntry } from './zip.ts'

/** What the files of one upload may come to. */
export const MAX_UNPACKED_BYTES = 200_000_000

/** Whether an archive is a Word document. */
export const isDocx = (entries: ZipEntry[]): boolean =>
  entries.some(({ name }) => /^word\/document\d*\.xml$/i.test(name)) &&
  entries.some(({ name }) => name === '[Content_Types].xml')

/**
 * Whether a ZIP is certainly no Word document, by the names in it: a workbook, photographs. Nothing is unpacked.
 * What can't be listed is not judged here: training says what is wrong with it.
 */
export function isOtherArchive(bytes: Uint8Array): boolean {
  try {
    return !isDocx(readZip(bytes, MAX_UNPACKED_BYTES))
  } catch (error) {
    if (error instanceof ExtractError) return false
    throw error
  }
}
