import { ExtractError } from './errors.ts'
import { readZip, type ZipEntry } from './zip.ts'

/** Maximum size in bytes of all files of an uploaded archive, or all streams of a PDF, together and unpacked. */
export const MAX_UNPACKED_BYTES = 200_000_000

export const isDocx = (entries: ZipEntry[]): boolean =>
  entries.some(({ name }) => /^word\/document\d*\.xml$/i.test(name)) &&
  entries.some(({ name }) => name === '[Content_Types].xml')

/**
 * Whether a ZIP archive's file names show that it is no Word document (but a spreadsheet, say). Nothing is unpacked.
 * False if the archive can't be read; training reports that error later.
 */
export function isOtherArchive(bytes: Uint8Array): boolean {
  try {
    return !isDocx(readZip(bytes, MAX_UNPACKED_BYTES))
  } catch (error) {
    if (error instanceof ExtractError) return false
    throw error
  }
}
