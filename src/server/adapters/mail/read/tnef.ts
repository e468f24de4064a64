/** What Outlook packs into `winmail.dat` (MS-OXTNEF): a signature, then attributes of an identifier and a length. */
const SIGNATURE = 0x223e9f78
const HEADER_BYTES = 6
const ATTRIBUTE_BYTES = 9
const CHECKSUM_BYTES = 2
const [RENDER_DATA, TITLE, DATA, PROPERTIES] = [0x9002, 0x8010, 0x800f, 0x9005]
/** The property of an attachment's whole name, as text in UTF-16; the title is often cut to eight letters. */
const LONG_NAME = Buffer.from([0x1f, 0x00, 0x07, 0x37, 1, 0, 0, 0])
const MAX_FILES = 50

/** The files in a `winmail.dat`; null if it is something else, or holds files of which none can be read. */
export function filesOfTnef(bytes: Buffer): { name: string; bytes: Buffer }[] | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== SIGNATURE) return null
  const files: { name: string; bytes: Buffer }[] = []
  for (let at = HEADER_BYTES; at + ATTRIBUTE_BYTES <= bytes.length; ) {
    const attribute = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const value = bytes.subarray(at + ATTRIBUTE_BYTES, at + ATTRIBUTE_BYTES + length)
    at += ATTRIBUTE_BYTES + length + CHECKSUM_BYTES
    if (attribute === RENDER_DATA && files.length < MAX_FILES) files.push({ name: '', bytes: Buffer.alloc(0) })
    const file = files.at(-1)
    if (!file) continue
    if (attribute === TITLE) file.name ||= new TextDecoder('windows-1252').decode(value).replace(/\0.*$/s, '')
    if (attribute === DATA) file.bytes = value
    if (attribute === PROPERTIES) file.name = longName(value) || file.name
  }
  const readable = files.filter((file) => file.bytes.length > 0)
  return readable.length > 0 || files.length === 0 ? readable : null
}

function longName(properties: Buffer): string {
  const at = properties.indexOf(LONG_NAME)
  if (at < 0 || at + LONG_NAME.length + 4 > properties.length) return ''
  const start = at + LONG_NAME.length + 4
  const length = properties.readUInt32LE(start - 4)
  return properties
    .subarray(start, start + length)
    .toString('utf16le')
    .replace(/\0.*$/s, '')
}
