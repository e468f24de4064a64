import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { MANIFEST, type Place } from './places.ts'

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

/**
 * Reads what a backup says of itself.
 * @throws Error with a sentence if there is none
 */
export async function readManifest(place: Place): Promise<Manifest> {
  const content = await place.open(MANIFEST)
  const found = manifest.safeParse(JSON.parse(content ? await text(content) : '{}'))
  if (!found.success) throw new Error(`${place.name} is no backup of Baton: it has no ${MANIFEST} that can be read.`)
  return found.data
}

export const writeManifest = (place: Place, content: Manifest): Promise<void> =>
  place.finish(`${JSON.stringify(content, null, 1)}\n`)
