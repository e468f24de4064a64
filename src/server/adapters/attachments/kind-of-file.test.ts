import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { kindOfFile } from './kind-of-file.ts'

const bytesOf = (text: string, size = 0) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(size)])
const at = (place: number, text: string) => Buffer.concat([Buffer.alloc(place), Buffer.from(text, 'latin1')])

/** An archive of files, all with the same content, stored without compression. */
function zip(names: string[], content = 'x'): Buffer {
  const data = Buffer.from(content)
  const numbers = Buffer.alloc(12)
  numbers.writeUInt32LE(crc32(data), 0)
  numbers.writeUInt32LE(data.length, 4)
  numbers.writeUInt32LE(data.length, 8)
  const lengthOf = (name: string) => Buffer.from([name.length, 0, 0, 0])
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  for (const name of names) {
    const place = Buffer.alloc(4)
    place.writeUInt32LE(Buffer.concat(locals).length)
    const start = bytesOf('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0')
    locals.push(Buffer.concat([start, numbers, lengthOf(name), bytesOf(name), data]))
    const entry = bytesOf('PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0')
    entries.push(Buffer.concat([entry, numbers, lengthOf(name), Buffer.alloc(10), place, bytesOf(name)]))
  }
  const [files, directory] = [Buffer.concat(locals), Buffer.concat(entries)]
  const end = bytesOf('PK\x05\x06', 18)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(files.length, 16)
  return Buffer.concat([files, directory, end])
}

const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const word = ['[Content_Types].xml', 'word/document.xml']
const PNG = bytesOf('\x89PNG\r\n\x1a\n', 8)

describe('the kind of a file', () => {
  it.each<[string, Uint8Array, string]>([
    ['a.png', PNG, 'image/png'],
    ['a.exe.pdf', bytesOf('%PDF-1.7\n'), 'application/pdf'],
    ['photo.txt', bytesOf('\xff\xd8\xff\xe0', 20), 'image/jpeg'],
    ['a.webp', bytesOf('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
    ['a.heic', bytesOf('\0\0\0\x18ftypheic', 9), 'image/heic'],
    [
      'a.docx',
      zip([...word, 'word/media/image1.svg']),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [
      'a.xlsx',
      zip(['[Content_Types].xml', 'xl/workbook.xml', 'xl/printerSettings1.bin']),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    [
      'a.odt',
      zip(['mimetype', 'content.xml'], 'application/vnd.oasis.opendocument.text'),
      'application/vnd.oasis.opendocument.text',
    ],
    ['a.doc', bytesOf(OLE, 600), 'application/msword'],
    ['a.zip', zip(['photos/1.jpg', 'read me.txt']), 'application/zip'],
    ['a.csv', bytesOf('a,b\n1,2\n'), 'text/csv'],
    ['a.xml', bytesOf('<?xml version="1.0"?><a b="1"><form/></a>'), 'application/xml'],
    ['invite', bytesOf('BEGIN:VCALENDAR\r\n'), 'text/calendar'],
    ['message.eml', bytesOf('From: a@b.example\r\n\r\nHello'), 'message/rfc822'],
    ['notes', bytesOf('We use <b> and <script> in our texts.'), 'text/plain'],
    ['a.dat', Buffer.from([1, 2, 3, 0, 250]), 'application/octet-stream'],
    ['empty', Buffer.alloc(0), 'application/octet-stream'],
  ])('of %s is told by its content', (name, bytes, type) => {
    expect(kindOfFile(name, bytes)).toEqual({ type, isRisky: false })
  })

  it.each<[string, Uint8Array]>([
    ['bill.pdf', bytesOf('MZ\x90\0', 80)],
    ['bill.pdf', bytesOf('\x7fELF', 80)],
    ['bill.pdf', bytesOf('\xcf\xfa\xed\xfe', 80)],
    ['notes.txt', bytesOf('#!/bin/sh\nrm -r /\n')],
    ['bill', bytesOf('L\0\0\0\x01\x14\x02\0', 80)],
    ['bill.txt', bytesOf('  <!DOCTYPE html><p>See</p>')],
    ['bill.txt', bytesOf('<!-- a --><script>alert(1)</script>')],
    ['bill.xml', bytesOf('<?xml version="1.0"?><x:html xmlns:x="http://www.w3.org/1999/xhtml"/>')],
    ['logo.png', bytesOf('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['disk.bin.txt', at(32_769, 'CD001')],
    ['disk', bytesOf('conectix', 504)],
    ['disk', Buffer.concat([Buffer.alloc(600, 1), bytesOf('koly', 508)])],
    ['a.docx', zip([...word, 'word/vbaProject.bin'])],
    ['a.doc', Buffer.concat([bytesOf(OLE, 600), Buffer.from('_VBA_PROJECT\0', 'utf16le')])],
    ['a.zip', zip(['photos/1.jpg', 'photos/bill.pdf.exe'])],
    ['a.zip', zip(['META-INF/MANIFEST.MF', 'A.class'])],
    ['broken.zip', bytesOf('PK\x03\x04', 40)],
    ...[
      'a.exe',
      'A.EXE',
      'a.pdf.js',
      'a.html',
      'a.svg',
      'a.iso',
      'a.docm',
      'a.xlam',
      'a.lnk',
      'a.exe. .',
      'a.PS1 ',
    ].map((name): [string, Uint8Array] => [name, bytesOf('harmless words')]),
  ])('of %s is risky', (name, bytes) => {
    expect(kindOfFile(name, bytes).isRisky).toBe(true)
  })

  it('takes no long time for a file made to take it', () => {
    const before = performance.now()
    kindOfFile('a.txt', bytesOf(`<${'<a'.repeat(10_000_000)}`))
    kindOfFile('a.exe', bytesOf(OLE, 20_000_000))
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
