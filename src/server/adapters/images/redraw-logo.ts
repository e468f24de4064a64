const MOST_SIDE = 4_096
const DRAWN_SIDE = 128 // pixels: more than three times as many as it is shown with
const PNG = Buffer.from('\x89PNG\r\n', 'latin1')
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const ANIMATION = 0x02 // the flag in the header of a WebP image with several frames

/** An image that is not taken; the message goes on after "file". */
export class UnusableImage extends Error {}

/**
 * Draws an uploaded image again, at most 128 pixels wide and high, as a PNG without anything but its pixels.
 * @throws UnusableImage if it is no PNG, JPEG or WebP image, is broken, animated, in CMYK, or over 4,096 pixels a side
 */
export async function redrawLogo(given: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(given)
  if (!isKnown(bytes)) throw new UnusableImage('must be a PNG, JPEG or WebP image')
  // The library has parts in machine code, which a server needs only once somebody uploads a logo.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_SIDE ** 2, failOn: 'error' })
    const { width, height, space, pages = 1 } = await image.metadata()
    if (pages > 1 || isAnimated(bytes)) throw new UnusableImage('must not be animated')
    if (space === 'cmyk') throw new UnusableImage('must be in RGB, not in CMYK')
    if (width > MOST_SIDE || height > MOST_SIDE) throw new UnusableImage('must be at most 4,096 pixels wide and high')
    return await image
      .autoOrient()
      .resize(DRAWN_SIDE, DRAWN_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch (error) {
    if (error instanceof UnusableImage) throw error
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new UnusableImage(isTooLarge ? 'must be at most 4,096 pixels wide and high' : 'can’t be read as an image')
  }
}

const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

const isKnown = (bytes: Buffer): boolean =>
  isWebp(bytes) || [PNG, JPEG].some((start) => bytes.subarray(0, start.length).equals(start))

/** Whether a PNG says before its first picture, or a WebP image in its header, that there are several. */
function isAnimated(bytes: Buffer): boolean {
  if (isWebp(bytes)) return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & ANIMATION) !== 0
  const control = bytes.indexOf('acTL', 0, 'latin1')
  return bytes.subarray(0, PNG.length).equals(PNG) && control >= 0 && control < bytes.indexOf('IDAT', 0, 'latin1')
}
