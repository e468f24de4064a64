import { isText } from '../../adapters/extract/charset.ts'
import { isPdf } from '../../adapters/extract/pdf.ts'
import { isOtherArchive } from '../../adapters/extract/word-archive.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, invalid } from '../../errors.ts'
import { assertRoom } from '../../process/disk-reserve.ts'
import { shortageOf } from '../../process/shortage.ts'
import { kinds } from './kinds.ts'
import { insertUpload } from './upload-queries.ts'

/** Number of bytes examined to find out whether a file is text. */
const SAMPLE_BYTES = 65_536
const ZIP = [0x50, 0x4b, 3, 4]
const RTF = [0x7b, 0x5c, 0x72, 0x74, 0x66]

interface KeptFile {
  key: string
  name: string
}

/**
 * Stores an uploaded file before its source. It is recorded first, so that a source takes it or it is removed later.
 * @throws AppError 422 on `file` if it is no document, judging by its content; 502 if it could not be stored
 * @throws DiskReserveError, StorageError
 */
export async function keepFile(ctx: Context, file: File): Promise<{ kept: KeptFile; size: number }> {
  await assertRoom(ctx.config, 'files')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw invalid('file', 'must not be empty')
  if (!looksReadable(bytes)) throw invalid('file', 'must be a PDF, Word (.docx), text, Markdown, CSV or HTML file')
  const key = newId()
  await ctx.database.transaction((tx) => insertUpload(tx, key, ctx.now()))
  try {
    await ctx.storage.save(key, bytes)
    return { kept: { key, name: file.name }, size: bytes.length }
  } catch (error) {
    if (shortageOf(error)) throw error
    ctx.log.error({ err: error }, 'an uploaded file could not be stored')
    throw new AppError('upstream_failure')
  }
}

/** Where a source's file is kept; undefined for a type that keeps none. */
export function keptFileOf({ type, content }: Pick<Row<'sources'>, 'type' | 'content'>): KeptFile | undefined {
  return kinds[type].content === 'file' ? readKept(content) : undefined
}

export function readKept(content: string): KeptFile {
  return JSON.parse(content) as KeptFile
}

function looksReadable(bytes: Uint8Array): boolean {
  const startsWith = (signature: number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (isPdf(bytes)) return true
  if (startsWith(ZIP)) return !isOtherArchive(bytes)
  return !startsWith(RTF) && isText(bytes.subarray(0, SAMPLE_BYTES))
}
