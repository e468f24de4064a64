import { crc32, inflateRawSync } from 'node:zlib'
import { ExtractError } from './errors.ts'

export interface ZipEntry {
  name: string
  encrypted: boolean
  /**
   * Unpacks the file, to at most the size that the archive declares; uncompressed data is returned as it is.
   * @throws ExtractError `broken` or `too_large`
   */
  read(): Uint8Array
}

const END_SIGNATURE = 0x06054b50
const DIRECTORY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const DIRECTORY_ENTRY_BYTES = 46
const LOCAL_HEADER_BYTES = 30
const MAX_COMMENT_BYTES = 65_535
const MAX_ENTRIES = 10_000
/** Marks a size that doesn't fit into 32 bits (ZIP64). Uploads are far smaller, so such archives are refused. */
const ZIP64 = 0xffffffff
const STORED = 0
const DEFLATED = 8

/**
 * Lists the files of a ZIP archive, unpacking nothing. Refuses too many files, more than `maxUnpacked` bytes, and files
 * together larger than the archive: they share bytes, as in the densest archive bombs.
 * @throws ExtractError `broken` or `too_large`
 */
export function readZip(bytes: Uint8Array, maxUnpacked: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  let offset = view.getUint32(end + 16, true)
  if (count > MAX_ENTRIES) throw tooLarge()
  const entries: ZipEntry[] = []
  let unpacked = 0
  let packed = 0
  for (let index = 0; index < count; index++) {
    if (offset + DIRECTORY_ENTRY_BYTES > end || view.getUint32(offset, true) !== DIRECTORY_SIGNATURE) throw broken()
    const method = view.getUint16(offset + 10, true)
    const packedSize = view.getUint32(offset + 20, true)
    const size = view.getUint32(offset + 24, true)
    const nameBytes = view.getUint16(offset + 28, true)
    const local = view.getUint32(offset + 42, true)
    // Some programs for Windows part the folders of a name by backslashes.
    const name = new TextDecoder()
      .decode(bytes.subarray(offset + DIRECTORY_ENTRY_BYTES, offset + DIRECTORY_ENTRY_BYTES + nameBytes))
      .replaceAll('\\', '/')
    unpacked += size
    packed += packedSize
    if (size === ZIP64 || packedSize === ZIP64 || unpacked > maxUnpacked || packed > bytes.byteLength) throw tooLarge()
    entries.push({
      name,
      encrypted: (view.getUint16(offset + 8, true) & 1) === 1,
      read: () => unpack(bytes, view, local, packedSize, size, method),
    })
    offset += DIRECTORY_ENTRY_BYTES + nameBytes + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true)
  }
  return entries
}

function unpack(bytes: Uint8Array, view: DataView, local: number, packed: number, size: number, method: number) {
  if (local + LOCAL_HEADER_BYTES > bytes.byteLength || view.getUint32(local, true) !== LOCAL_SIGNATURE) throw broken()
  const start = local + LOCAL_HEADER_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const data = bytes.subarray(start, start + packed)
  if (method === STORED) return data
  if (method !== DEFLATED) throw broken()
  try {
    return new Uint8Array(inflateRawSync(data, { maxOutputLength: Math.max(size, 1) }))
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw broken()
  }
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_BYTES); offset--) {
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset
  }
  throw broken()
}

/** Writes a ZIP archive without compression, for libraries that don't limit what they unpack. */
export function writeZip(files: { name: string; bytes: Uint8Array }[]): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const nameBytes = new TextEncoder().encode(name)
    const shared = [20, 0, STORED, 0, 0] // version, flags, method, time, date
    const sizes = [crc32(bytes), bytes.byteLength, bytes.byteLength]
    const local = fields([[LOCAL_SIGNATURE], shared, sizes, [nameBytes.byteLength, 0]], [4, 2, 4, 2])
    const listed = fields(
      [[DIRECTORY_SIGNATURE], [20, ...shared], sizes, [nameBytes.byteLength, 0, 0, 0, 0], [0, offset]],
      [4, 2, 4, 2, 4],
    )
    parts.push(local, nameBytes, bytes)
    directory.push(listed, nameBytes)
    offset += local.byteLength + nameBytes.byteLength + bytes.byteLength
  }
  const listed = new Uint8Array(Buffer.concat(directory))
  const end = fields(
    [[END_SIGNATURE], [0, 0, files.length, files.length], [listed.byteLength, offset], [0]],
    [4, 2, 4, 2],
  )
  return new Uint8Array(Buffer.concat([...parts, listed, end]))
}

function fields(groups: number[][], widths: (2 | 4)[]): Uint8Array {
  const size = groups.reduce((sum, group, index) => sum + group.length * (widths[index] ?? 0), 0)
  const view = new DataView(new ArrayBuffer(size))
  let offset = 0
  groups.forEach((group, index) => {
    for (const value of group) {
      if (widths[index] === 2) view.setUint16(offset, value, true)
      else view.setUint32(offset, value, true)
      offset += widths[index] ?? 0
    }
  })
  return new Uint8Array(view.buffer)
}

const broken = () => new ExtractError('broken', 'This file is damaged and could not be opened.')
const tooLarge = () => new ExtractError('too_large', 'This file unpacks to more than is accepted.')
