import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'

export const SEALED = '.age'

/** The path of a file, or what it holds. */
export type Source = string | Readable

/** The size in bytes and the SHA-256 of a file as it lies in a backup. */
export interface Stored {
  size: number
  sha256: string
}

export async function describe(content: Readable): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of content as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Writes a file as it is to lie in a backup. @returns what was written, by what it was read as */
export async function stage(from: Source, to: string, recipient: string | undefined): Promise<Stored> {
  const source = () => (typeof from === 'string' ? createReadStream(from) : from)
  if (recipient) return write(await sealed(source(), recipient), to)
  if (typeof from !== 'string') return write(from, to)
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  return describe(createReadStream(from))
}

async function write(content: Readable, to: string): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      size += part.length
      done(null, part)
    },
  })
  await pipeline(content, counted, createWriteStream(to, { mode: 0o600 }))
  return { size, sha256: hash.digest('hex') }
}

async function sealed(content: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(content) as never)) as never)
}

/**
 * Writes a file of a backup, decrypted if there is an identity.
 * @param identity the private key of age
 * @returns the file as it lay in the backup
 * @throws Error if the identity is not the one
 */
export async function unstage(content: Readable, to: string, identity: string | undefined): Promise<Stored> {
  if (!identity) return write(content, to)
  const raw = `${to}.sealed`
  try {
    const stored = await write(content, raw)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const opened = await decrypter.decrypt(Readable.toWeb(createReadStream(raw)) as never)
    await pipeline(Readable.fromWeb(opened as never), createWriteStream(to, { mode: 0o600 }))
    return stored
  } finally {
    await rm(raw, { force: true })
  }
}
