import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { describe } from './store.ts'

const FILE = 'backup.json'

const manifest = z.object({
  format: z.literal('baton-backup-1'),
  /** Of the program that made it. */
  version: z.string(),
  /** When it began, in milliseconds since 1970: what was acknowledged earlier is in it. */
  at: z.int(),
  isEncrypted: z.boolean(),
  /** Each file by its path in the backup, as it lies there. */
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
})

export type Manifest = z.output<typeof manifest>

export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  await writeFile(join(folder, FILE), `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600, flush: true })
}

/**
 * Reads what a backup says of itself, and compares each of its files with that.
 * @throws Error with a sentence if the folder is no backup, or a file is missing or another
 */
export async function readVerified(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '{}')
  const found = manifest.safeParse(JSON.parse(text))
  if (!found.success) throw new Error(`${folder} is no backup of Baton: it has no ${FILE} that can be read.`)
  for (const [path, { sha256 }] of Object.entries(found.data.files)) {
    const now = await describe(join(folder, path)).catch(() => undefined)
    if (now?.sha256 !== sha256)
      throw new Error(`${join(folder, path)} is ${now ? 'not as it was written' : 'missing'}. Take another backup.`)
  }
  return found.data
}
