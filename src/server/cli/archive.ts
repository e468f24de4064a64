import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { parsedJson } from '../text/parsed-json.ts'

const header = z.object({
  format: z.literal('baton-export-1'),
  migrations: z.array(z.string()),
  /** The highest number any event ever had, deleted ones included. */
  event_number: z.int(),
})
/** The archive's last line: the number of rows of each table in it. */
const trailer = z.object({ rows: z.record(z.string(), z.int()) })

export type Header = Omit<z.output<typeof header>, 'format'>
export type RowValues = Record<string, string | number | null | Uint8Array>
export type Entry = { table: string; row: RowValues } | { rows: Record<string, number> }

const BYTES = '$bytes'

/**
 * Writes an archive as gzipped lines of JSON, one per row. Until it is complete and on disk, its name ends in `.part`.
 * @returns the number of rows by table
 * @throws Error when the file exists already, or its folder does not
 */
export async function writeArchive(
  file: string,
  first: Header,
  entries: AsyncIterable<{ table: string; row: RowValues }>,
): Promise<Record<string, number>> {
  if (await stat(file).catch(() => undefined)) throw new Error(`${file} exists already. Name a new file.`)
  const folder = dirname(resolve(file))
  const isFolder = (await stat(folder).catch(() => undefined))?.isDirectory() ?? false
  if (!isFolder) throw new Error(`There is no folder ${folder}. Make it, or name a file in another one.`)
  const temporary = `${file}.part`
  const gzip = createGzip({ level: 1 })
  const written = pipeline(gzip, createWriteStream(temporary, { mode: 0o600, flush: true }))
  written.catch(() => {}) // a rejection is handled where it is awaited
  const write = async (line: unknown) => {
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(gzip, 'drain'), written])
  }
  const rows: Record<string, number> = {}
  try {
    await write({ format: 'baton-export-1', ...first })
    for await (const { table, row } of entries) {
      await write([table, encode(row)])
      rows[table] = (rows[table] ?? 0) + 1
    }
    await write({ rows })
    gzip.end()
    await written
    await rename(temporary, file)
  } catch (error) {
    gzip.destroy()
    await rm(temporary, { force: true })
    throw error
  }
  return rows
}

/** Reads the header at once; rows and counts as `entries` is iterated. @throws Error if incomplete or damaged */
export async function readArchive(file: string): Promise<{ header: Header; entries: AsyncGenerator<Entry> }> {
  const lines = linesOf(file)
  const first = await lines.next().catch(() => undefined)
  const found = header.safeParse(parsedJson(String(first?.value)))
  if (!found.success) {
    await lines.return(undefined)
    throw new Error(`${file} can't be read as an export of Baton.`)
  }
  return { header: found.data, entries: entriesOf(file, lines) }
}

async function* entriesOf(file: string, lines: AsyncGenerator<string>): AsyncGenerator<Entry> {
  const damaged = new Error(`${file} is cut off or damaged. Export again.`)
  try {
    for (;;) {
      const line = await lines.next().catch(() => undefined)
      const value = parsedJson(String(line?.value))
      if (Array.isArray(value)) {
        yield { table: String(value[0]), row: decode(value[1] as Record<string, unknown>) }
        continue
      }
      const end = trailer.safeParse(value)
      if (!end.success) throw damaged
      yield end.data
      return
    }
  } finally {
    await lines.return(undefined)
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.once('error', (error) => text.destroy(error))
  source.pipe(text).setEncoding('utf8')
  let rest = ''
  try {
    for await (const part of text) {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    source.destroy()
    text.destroy()
  }
}

function encode(row: RowValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value,
    ]),
  )
}

function decode(row: Record<string, unknown>): RowValues {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null
        ? new Uint8Array(Buffer.from((value as Record<string, string>)[BYTES] ?? '', 'base64'))
        : (value as string | number | null),
    ]),
  )
}
