import { fewAtATime } from '../../concurrency/few-at-a-time.ts'
import { UnusableImage } from './redraw-logo.ts'

const MOST_PIXELS = 64_000_000 // a phone's largest photographs, of which each needs up to 256 MB
const MOST_BYTES = 2 * 1_048_576
const THUMBNAIL_SIDE = 480 // pixels: twice what it is shown with
/** Longest sides in pixels with qualities of JPEG, of which the first is taken that keeps within `MOST_BYTES`. */
const DRAWN = [
  { side: 2560, quality: 82 },
  { side: 2048, quality: 72 },
  { side: 1600, quality: 60 },
] as const

/** A picture as it was drawn again: its bytes, what they are, its size in pixels, and a smaller one in WebP. */
export interface Picture {
  bytes: Buffer
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
  thumbnail: Buffer
}

const draw = fewAtATime({ atOnce: 2 })

/**
 * Draws a picture again, upright, with nothing but its pixels, at most 2,560 pixels a side and 2 MB. What is no JPEG
 * stays free of losses as a PNG, if that is small enough. Of an animated picture, the first frame is left.
 * @throws UnusableImage if it can't be read or has more than 64 million pixels
 */
export const redrawPicture = (bytes: Uint8Array): Promise<Picture> =>
  draw(() =>
    reading(bytes, async (open) => {
      const { format } = await open().metadata()
      const thumbnail = await thumbnailOf(open)
      if (format !== 'jpeg') {
        const image = open().autoOrient().resize(fitting(DRAWN[0].side)).toColourspace('srgb')
        const { data, info } = await image.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
        if (data.length <= MOST_BYTES) return { bytes: data, type: 'image/png', ...sizeOf(info), thumbnail }
      }
      for (const { side, quality } of DRAWN) {
        const image = open().autoOrient().flatten({ background: '#ffffff' }).resize(fitting(side)).toColourspace('srgb')
        const { data, info } = await image.jpeg({ quality }).toBuffer({ resolveWithObject: true })
        if (data.length <= MOST_BYTES) return { bytes: data, type: 'image/jpeg', ...sizeOf(info), thumbnail }
      }
      throw new UnusableImage('must be smaller')
    }),
  )

/**
 * The size in pixels of a picture that stays as it is, and a smaller one of it in WebP.
 * @throws UnusableImage as `redrawPicture` does
 */
export const lookAtPicture = (bytes: Uint8Array): Promise<Pick<Picture, 'width' | 'height' | 'thumbnail'>> =>
  draw(() =>
    reading(bytes, async (open) => ({
      ...(await open().metadata()).autoOrient,
      thumbnail: await thumbnailOf(open),
    })),
  )

type Open = () => import('sharp').Sharp

async function reading<T>(bytes: Uint8Array, work: (open: Open) => Promise<T>): Promise<T> {
  const { default: sharp } = await import('sharp') // machine code, which a server needs only once somebody sends a picture
  try {
    return await work(() => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }))
  } catch (error) {
    if (error instanceof UnusableImage) throw error
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    throw new UnusableImage(isTooLarge ? 'must have at most 64 million pixels' : 'can’t be read as an image')
  }
}

const thumbnailOf = (open: Open): Promise<Buffer> =>
  open().autoOrient().resize(fitting(THUMBNAIL_SIDE)).toColourspace('srgb').webp({ quality: 75 }).toBuffer()

const fitting = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })
