import { Transform } from 'node:stream'
import { MailParser } from 'mailparser'
import { decodeLabelled } from '../../extract/charset.ts'

/** Prefix of the labels given to the parser, which would read texts in UTF-8 and ASCII without asking. */
const ASKED = 'x-asked-'
const NONE = 'none'

interface Node {
  charset?: string
  contentType?: string
  disposition?: string
  filename?: string
}

interface Innards {
  createNode(node: Node): unknown
  decoder: { decodeStream(label: string): Transform }
}

/** Makes the library's parser with our decoding of texts, as it knows no guess and believes every label. */
export function createParser(): MailParser {
  const parser = new MailParser({
    skipTextToHtml: true,
    skipHtmlToText: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
    checksumAlgo: 'sha256',
  })
  const innards = parser as unknown as Innards
  const createNode = innards.createNode.bind(parser)
  innards.createNode = (node) => {
    node.charset = ASKED + (node.charset || NONE)
    if (node.contentType === 'text') node.contentType = 'text/plain'
    // A file that a program would show below the words is a file all the same.
    if (node.filename && /^text\//.test(node.contentType ?? '')) node.disposition = 'attachment'
    return createNode(node)
  }
  innards.decoder = { decodeStream }
  return parser
}

function decodeStream(asked: string): Transform {
  const chunks: Buffer[] = []
  const label = asked.slice(ASKED.length)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    flush(done) {
      done(null, Buffer.from(decodeLabelled(Buffer.concat(chunks), label === NONE ? undefined : label)))
    },
  })
}
