import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'

export const SEALED = '.age'

/** The size in bytes and the SHA-256 of a file as it lies in a backup. */
export interface Stored {
  size: number
  sha256: string
}

/** Reads a file from its disk. */
export async function describe(path: string): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * Copies a file into a backup, to disk, and compares what is read back with what was written.
 * @param recipient the public key of age for which it is encrypted; undefined if it is not
 * @throws Error if what is read back is something else; the file system's error, such as ENOENT
 */
export async function store(from: string, to: string, recipient: string | undefined): Promise<Stored> {
  const written = recipient ? await seal(from, to, recipient) : await copy(from, to)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
  const found = await describe(to)
  if (found.sha256 !== written.sha256) throw new Error(`${to} could not be read back as it was written.`)
  return found
}

async function copy(from: string, to: string): Promise<Stored> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  return describe(from)
}

async function seal(from: string, to: string, recipient: string): Promise<Stored> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      size += part.length
      done(null, part)
    },
  })
  const source = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>
  const sealed = Readable.fromWeb((await encrypter.encrypt(source)) as never)
  await pipeline(sealed, counted, createWriteStream(to, { mode: 0o600 }))
  return { size, sha256: hash.digest('hex') }
}

/**
 * Copies a file out of a backup.
 * @param identity the private key of age that decrypts it; undefined if it is not encrypted
 * @throws Error if the identity is not the one
 */
export async function fetchFrom(from: string, to: string, identity: string | undefined): Promise<void> {
  if (!identity) return copyFile(from, to, constants.COPYFILE_FICLONE)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const source = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>
  const opened = Readable.fromWeb((await decrypter.decrypt(source)) as never)
  await pipeline(opened, createWriteStream(to, { mode: 0o600 }))
}
