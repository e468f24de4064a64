import { kindBySignature } from '../../attachments/signatures.ts'

/** Largest picture that is shown in a mail, in bytes. */
export const MOST_PICTURE_BYTES = 5 * 1_048_576

/** Pictures of which browsers run nothing. */
const RASTERS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']

/** A picture as the source of an image; undefined if it is none by its content, or too large. */
export function sourceOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MOST_PICTURE_BYTES) return undefined
  const type = kindBySignature(bytes)?.type
  if (!type || !RASTERS.includes(type)) return undefined
  return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`
}
