import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { extractFileDocument } from './file-document.ts'
import { makeCjkPdf, makePage } from './files.fixture.ts'
import { assertUnpacksWithin } from './pdf-bounds.ts'

const MANY = Buffer.alloc(210_000_000)
const hex = (data: Buffer) => `${data.toString('hex')}>`

function base85(data: Buffer): string {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
  let text = ''
  for (let at = 0; at < padded.length; at += 4) {
    const value = padded.readUInt32BE(at)
    text +=
      value === 0
        ? 'z'
        : [4, 3, 2, 1, 0].map((power) => String.fromCharCode(33 + (Math.floor(value / 85 ** power) % 85))).join('')
  }
  return `${text}~>`
}

describe('a PDF that unpacks to more than 200 MB', () => {
  const packed = deflateSync(MANY)
  const twice = deflateSync(packed)
  const half = deflateSync(Buffer.alloc(110_000_000))

  test.each([
    ['in one stream', makePage(packed, '/Filter/FlateDecode')],
    ['packed twice, in 3 KB', makePage(twice, '/Filter[/FlateDecode/FlateDecode]')],
    ['under an abbreviated name', makePage(packed, '/F[/Fl]')],
    ['under an escaped name', makePage(packed, '/Filter/Fl#61teDecode')],
    ['under a filter that stands elsewhere', makePage(packed, '/Filter 9 0 R')],
    ['whose length is a lie', makePage(packed, '/Length 10/Filter/FlateDecode')],
    ['as hexadecimal digits', makePage(hex(packed), '/Filter[/ASCIIHexDecode/FlateDecode]')],
    ['in base 85', makePage(`\n${base85(twice)}`, '/Filter[/ASCII85Decode/FlateDecode/FlateDecode]')],
    ['in two halves', Buffer.concat([makePage(half), makePage(half)])],
    ['and is damaged after that', makePage(Buffer.concat([packed.subarray(0, -100), Buffer.alloc(50, 255)]))],
    ['with a window that zlib refuses', makePage(Buffer.concat([Buffer.from([0xf8, 0]), packed.subarray(2)]))],
  ])('%s is refused at once', async (_case, bytes) => {
    const before = process.memoryUsage().arrayBuffers
    await expect(extractFileDocument({ bytes, fileName: 'a.pdf' })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/^This PDF unpacks to more than 200 MB\. .+\.$/),
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000)
  })
})

describe('a PDF that unpacks to what is allowed', () => {
  test.each([
    ['packed text', makePage(deflateSync(Buffer.from('BT (x) Tj ET')), '/Filter/FlateDecode')],
    ['no packed stream', makeCjkPdf('41', { encoding: 'H', ordering: 'Japan1' })],
    ['a stream that only begins as packed data does', makePage('x\x9c and something else')],
    ['a stream cut off', makePage(deflateSync(MANY).subarray(0, 1_000))],
    ['a keyword at its end', Buffer.from('%PDF-1.4 stream')],
  ])('goes on, with %s', async (_case, bytes) => {
    await expect(assertUnpacksWithin(bytes, 200_000_000)).resolves.toBeUndefined()
  })

  test('is looked at in time linear in its length', async () => {
    const started = performance.now()
    for (const part of ['stream', 'stream\n', 'stream\n1 0 0 1 x y z re f\n']) {
      await assertUnpacksWithin(new Uint8Array(Buffer.alloc(3_000_000, part)), 200_000_000)
    }
    expect(performance.now() - started).toBeLessThan(30_000) // a quadratic algorithm would take hours
  })
})
