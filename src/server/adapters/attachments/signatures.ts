const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** What a file begins with, or has at a place, and what it is then. `risky` ones do something when they are opened. */
const signatures: readonly { at?: number; text: string | RegExp; type: string; isRisky?: true }[] = [
  { text: '\x89PNG\r\n\x1a\n', type: 'image/png' },
  { text: '\xff\xd8\xff', type: 'image/jpeg' },
  { text: /^GIF8[79]a/, type: 'image/gif' },
  { text: /^RIFF.{4}WEBP/s, type: 'image/webp' },
  { at: 4, text: /^ftypavi[fs]/, type: 'image/avif' },
  { at: 4, text: /^ftyp(heic|heix|hevc|mif1|msf1)/, type: 'image/heic' },
  { text: /^BM.{4}\0{4}/s, type: 'image/bmp' },
  { text: /^(II\*\0|MM\0\*)/, type: 'image/tiff' },
  { text: '\0\0\x01\0', type: 'image/x-icon' },
  { text: /^%PDF-/, type: 'application/pdf' },
  { text: '{\\rtf', type: 'application/rtf' },
  { at: 4, text: /^ftypqt/, type: 'video/quicktime' },
  { at: 4, text: /^ftypM4A/, type: 'audio/mp4' },
  { at: 4, text: /^ftyp/, type: 'video/mp4' },
  { text: '\x1a\x45\xdf\xa3', type: 'video/webm' },
  { text: /^(ID3|\xff[\xfb\xf3\xf2])/, type: 'audio/mpeg' },
  { text: /^RIFF.{4}WAVE/s, type: 'audio/wav' },
  { text: 'OggS', type: 'audio/ogg' },
  { text: 'fLaC', type: 'audio/flac' },
  { text: '\x1f\x8b', type: 'application/gzip' },
  { text: '7z\xbc\xaf\x27\x1c', type: 'application/x-7z-compressed' },
  { text: 'Rar!\x1a\x07', type: 'application/vnd.rar' },
  { text: 'BZh', type: 'application/x-bzip2' },
  { text: '\xfd7zXZ\0', type: 'application/x-xz' },
  { at: 257, text: 'ustar', type: 'application/x-tar' },
  { text: /^MZ.*\0/s, type: 'application/vnd.microsoft.portable-executable', isRisky: true },
  { text: '\x7fELF', type: 'application/x-executable', isRisky: true },
  { text: /^(\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe)/, type: 'application/x-mach-binary', isRisky: true },
  { text: '\xca\xfe\xba\xbe', type: 'application/java-vm', isRisky: true },
  { text: /^(\xef\xbb\xbf)?#!/, type: 'text/x-script', isRisky: true },
  { text: 'L\0\0\0\x01\x14\x02\0', type: 'application/x-ms-shortcut', isRisky: true },
  { text: 'ITSF', type: 'application/vnd.ms-htmlhelp', isRisky: true },
  { text: 'MSCF', type: 'application/vnd.ms-cab-compressed', isRisky: true },
  { text: '!<arch>\ndebian', type: 'application/vnd.debian.binary-package', isRisky: true },
  { text: '\xed\xab\xee\xdb', type: 'application/x-rpm', isRisky: true },
  { text: /^[CFZ]WS[^\s!-~]/, type: 'application/x-shockwave-flash', isRisky: true },
  { at: 32_769, text: 'CD001', type: 'application/x-iso9660-image', isRisky: true },
  { text: 'conectix', type: 'application/x-vhd', isRisky: true },
  { text: 'vhdxfile', type: 'application/x-vhdx', isRisky: true },
  { text: 'KDMV', type: 'application/x-vmdk', isRisky: true },
]
const LONGEST = 40
/** What ends a disk image of macOS, and how long that end is. */
const DMG = { text: 'koly', bytes: 512 }
const DISK_IMAGE = { type: 'application/x-apple-diskimage', isRisky: true }

/** What a file is by the bytes that every file of its kind has; undefined for texts, archives and unknown ones. */
export function kindBySignature(bytes: Uint8Array): { type: string; isRisky: boolean } | undefined {
  const found = signatures.find(({ at = 0, text }) => {
    const there = latin1(bytes, at, at + LONGEST)
    return typeof text === 'string' ? there.startsWith(text) : text.test(there)
  })
  if (found) return { type: found.type, isRisky: found.isRisky ?? false }
  const end = Math.max(bytes.length - DMG.bytes, 0)
  return latin1(bytes, end, end + DMG.text.length) === DMG.text ? DISK_IMAGE : undefined
}
