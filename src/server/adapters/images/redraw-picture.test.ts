import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { UnusableImage } from './redraw-logo.ts'
import { lookAtPicture, redrawPicture } from './redraw-picture.ts'

const SECRET = 'taken at home'
const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#d02020' } })
const noise = (side: number) => sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

describe('redrawPicture', () => {
  it('leaves nothing but the pixels, upright, in the kind that it was', async () => {
    const photograph = await red(300, 200)
      .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photograph.includes(SECRET)).toBe(true)
    const drawn = await redrawPicture(photograph)
    expect(drawn).toMatchObject({ type: 'image/jpeg', width: 200, height: 300 })
    for (const bytes of [drawn.bytes, drawn.thumbnail]) {
      expect(bytes.includes(SECRET)).toBe(false)
      const { exif, width, height } = await sharp(bytes).metadata()
      expect([exif, width, height]).toEqual([undefined, 200, 300])
    }
    for (const kind of ['png', 'webp', 'gif'] as const)
      expect((await redrawPicture(await red(30, 20).toFormat(kind).toBuffer())).type).toBe('image/png')
  })

  it('makes a large one smaller, and what stays too large without losses a JPEG', async () => {
    const wide = await redrawPicture(await red(4000, 100).png().toBuffer())
    expect(wide).toMatchObject({ type: 'image/png', width: 2560, height: 64 })
    expect((await sharp(wide.thumbnail).metadata()).width).toBe(480)
    for (const kind of ['png', 'jpeg'] as const) {
      const drawn = await redrawPicture(await noise(2000).toFormat(kind).toBuffer())
      expect(drawn.type).toBe('image/jpeg')
      expect(drawn.bytes.length).toBeLessThanOrEqual(2 * 1_048_576)
    }
  })

  it('refuses what is broken, and what would fill the memory', async () => {
    const image = await noise(100).jpeg().toBuffer()
    const bomb = await red(8_100, 8_000).png().toBuffer()
    for (const bytes of [image.subarray(0, 2_000), Buffer.from('GIF89a'), bomb])
      await expect(redrawPicture(bytes)).rejects.toBeInstanceOf(UnusableImage)
  })
})

describe('lookAtPicture', () => {
  it('tells the size as it is seen', async () => {
    const turned = await red(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { thumbnail, ...size } = await lookAtPicture(turned)
    expect(size).toEqual({ width: 200, height: 300 })
    expect((await sharp(thumbnail).metadata()).format).toBe('webp')
  })
})
